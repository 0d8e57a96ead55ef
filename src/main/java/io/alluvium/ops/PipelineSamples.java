package io.alluvium.ops;

import io.alluvium.pipeline.CommitMeter;
import io.alluvium.pipeline.Counters;
import io.alluvium.pipeline.Lease;
import io.alluvium.pipeline.MergeCounter;
import io.alluvium.pipeline.PipelineService;
import io.alluvium.pipeline.RecordTimes;
import io.alluvium.pipeline.TableSize;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What a pipeline's metrics are now. */
final class PipelineSamples {
  static final String BRONZE = "bronze";
  static final String SILVER = "silver";
  private static final double MILLIS_A_SECOND = 1e3;

  private final PipelineService service;
  private final long nowMillis;
  private final List<Sample> samples = new ArrayList<>();

  private PipelineSamples(PipelineService service, long nowMillis) {
    this.service = service;
    this.nowMillis = nowMillis;
  }

  /**
   * All but the histograms.
   *
   * @param sizes of the tables, as far as they are known, by their short names
   * @param nowMillis since the epoch
   */
  static List<Sample> of(PipelineService service, Map<String, TableSize> sizes, long nowMillis) {
    PipelineSamples all = new PipelineSamples(service, nowMillis);
    all.records();
    all.table(BRONZE, service.counters().bronzeCommits(), service.counters().bronzeMerges());
    all.table(SILVER, service.counters().silverCommits(), service.counters().silverMerges());
    sizes.forEach(all::size);
    all.times(BRONZE, Lease::bronzeTimes);
    if (!service.isRekeyed()) {
      // Nobody knows a source record's time behind the re-keyed topic.
      all.times(SILVER, Lease::silverTimes);
    }
    all.partitions();
    all.samples.addAll(KafkaSamples.of(service.kafkaMetrics()));
    return all.samples;
  }

  private void add(AlluviumMetric metric, double value, String... labels) {
    samples.add(Sample.of(metric, value, labels));
  }

  private void add(AlluviumMetric metric, long value, String... labels) {
    add(metric, (double) value, labels);
  }

  private void records() {
    Counters counters = service.counters();
    add(AlluviumMetric.RECORDS, counters.records());
    counters.faults().forEach((reason, count) -> add(AlluviumMetric.FAULTS, count, reason));
    add(AlluviumMetric.LEFT_OUT, counters.recordsOutOfSilver(), "incomplete");
    add(AlluviumMetric.LEFT_OUT, counters.recordsLate(), "late");
    add(AlluviumMetric.DELETES, counters.recordsDeleting());
    add(AlluviumMetric.SPREAD_KEYS, counters.rowsOfSpreadKeys());
    add(AlluviumMetric.REKEYED, counters.rekeyed());
    add(AlluviumMetric.REKEYED_AGAIN, counters.rekeyedSeenAgain());
    add(AlluviumMetric.RESTARTS, counters.restarts());
    add(AlluviumMetric.ROWS, counters.bronzeRows(), BRONZE);
    add(AlluviumMetric.ROWS, counters.silverRows(), SILVER);
    add(AlluviumMetric.ROWS, counters.quarantinedRows(), "quarantine");
    add(AlluviumMetric.VERSION, counters.bronzeVersion(), BRONZE);
    add(AlluviumMetric.VERSION, counters.silverVersion(), SILVER);
  }

  private void table(String table, CommitMeter commits, MergeCounter merges) {
    add(AlluviumMetric.RETRIES, commits.retries(), table);
    commits.refusals().forEach((kind, count) -> add(AlluviumMetric.CONFLICTS, count, table, kind));
    add(AlluviumMetric.MERGES, merges.commits(), table);
    add(AlluviumMetric.MERGED_FILES, merges.files(), table);
    add(AlluviumMetric.MERGED_BYTES, merges.bytes(), table);
  }

  private void size(String table, TableSize size) {
    add(AlluviumMetric.TABLE_FILES, size.files(), table);
    add(AlluviumMetric.TABLE_BYTES, size.bytes(), table);
    add(AlluviumMetric.TABLE_ROWS, size.rows(), table);
  }

  private void times(String table, Function<Lease, RecordTimes> times) {
    List<RecordTimes> all = service.leases().all().stream().map(times).toList();
    all.stream()
        .map(RecordTimes::newest)
        .flatMapToLong(OptionalLong::stream)
        .max()
        .ifPresent(
            newest -> add(AlluviumMetric.FRESHNESS, (nowMillis - newest) / MILLIS_A_SECOND, table));
    List<OptionalLong> through = all.stream().map(RecordTimes::validThrough).toList();
    if (through.stream().allMatch(OptionalLong::isPresent)) {
      through.stream()
          .mapToLong(OptionalLong::getAsLong)
          .min()
          .ifPresent(least -> add(AlluviumMetric.VALID_THROUGH, least / MILLIS_A_SECOND, table));
    }
  }

  private void partitions() {
    each(AlluviumMetric.LAG, service.leases().all(), Lease::lag);
    each(AlluviumMetric.REKEYED_LAG, service.rekeyedLeases().all(), Lease::lag);
    each(AlluviumMetric.DURABLE, service.leases().all(), Lease::durable);
    Collection<Lease> silver = service.silverLeases().all();
    each(AlluviumMetric.LOADED, silver, lease -> lease.loading().share());
    each(AlluviumMetric.STORE_KEYS, silver, Lease::storeKeys);
    each(AlluviumMetric.STORE_BYTES, silver, Lease::storeBytes);
  }

  private void each(AlluviumMetric metric, Collection<Lease> leases, ToDoubleFunction<Lease> of) {
    leases.forEach(
        lease -> add(metric, of.applyAsDouble(lease), Integer.toString(lease.partition())));
  }
}
