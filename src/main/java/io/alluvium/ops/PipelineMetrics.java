package io.alluvium.ops;

import io.alluvium.pipeline.Counters;
import io.alluvium.pipeline.Lease;
import io.alluvium.pipeline.Leases;
import io.alluvium.pipeline.MergeCounter;
import io.alluvium.pipeline.PipelineService;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Every metric of a pipeline: the names are a contract with dashboards. */
public final class PipelineMetrics implements MeterBinder {
  /** Records taken from the topic, those that were read again included. */
  static final String RECORDS = "alluvium.records";

  /** Messages that couldn't be taken as they are, by {@code reason}. */
  static final String FAULTS = "alluvium.faults";

  /** Records kept out of silver, by {@code reason}: incomplete or late. */
  static final String LEFT_OUT = "alluvium.silver.left.out";

  /** Records that deleted their key, there or not. */
  static final String DELETES = "alluvium.silver.deletes";

  /** Rows committed, by {@code table}. */
  static final String ROWS = "alluvium.rows";

  /** The version of our last commit, by {@code table}; -1 before the first. */
  static final String VERSION = "alluvium.table.version";

  /** How often tasks started again from what is durable. */
  static final String RESTARTS = "alluvium.restarts";

  /** Commits that merged small files, by {@code table}. */
  static final String MERGES = "alluvium.merges";

  /** Files that were merged into larger ones, by {@code table}. */
  static final String MERGED_FILES = "alluvium.merged.files";

  /** Bytes of these files, by {@code table}. */
  static final String MERGED_BYTES = "alluvium.merged.bytes";

  /** Records that the topic holds and the task hasn't taken, by {@code partition}. */
  static final String LAG = "alluvium.lag";

  /** Rows whose key another source partition has a row of, too: {@code rekey} is missing. */
  static final String SPREAD_KEYS = "alluvium.silver.spread.keys";

  /** Messages sent to the re-keyed topic, those that were sent again included. */
  static final String REKEYED = "alluvium.rekeyed";

  /** Messages of the re-keyed topic that silver had taken before. */
  static final String REKEYED_AGAIN = "alluvium.rekeyed.again";

  /**
   * Messages that the re-keyed topic holds and silver's task hasn't taken, by {@code partition}.
   */
  static final String REKEYED_LAG = "alluvium.rekeyed.lag";

  /** How much of silver's rows is loaded, 0 to 1, by {@code partition}. */
  static final String LOADED = "alluvium.loaded.ratio";

  /** The next offset that both tables need, by {@code partition}. */
  static final String DURABLE = "alluvium.durable.offset";

  private final PipelineService service;
  private final Tags tags;
  private MultiGauge lag;
  private MultiGauge rekeyedLag;
  private MultiGauge durable;
  private MultiGauge loaded;
  private MultiGauge faults;

  public PipelineMetrics(String pipeline, PipelineService service) {
    this.service = service;
    this.tags = Tags.of("pipeline", pipeline);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Counters counters = service.counters();
    counter(registry, RECORDS, Tags.empty(), Counters::records);
    counter(registry, LEFT_OUT, Tags.of("reason", "incomplete"), Counters::recordsOutOfSilver);
    counter(registry, LEFT_OUT, Tags.of("reason", "late"), Counters::recordsLate);
    counter(registry, DELETES, Tags.empty(), Counters::recordsDeleting);
    counter(registry, ROWS, Tags.of("table", "bronze"), Counters::bronzeRows);
    counter(registry, ROWS, Tags.of("table", "silver"), Counters::silverRows);
    counter(registry, RESTARTS, Tags.empty(), Counters::restarts);
    counter(registry, SPREAD_KEYS, Tags.empty(), Counters::rowsOfSpreadKeys);
    counter(registry, REKEYED, Tags.empty(), Counters::rekeyed);
    counter(registry, REKEYED_AGAIN, Tags.empty(), Counters::rekeyedSeenAgain);
    merges(registry, "bronze", counters.bronzeMerges());
    merges(registry, "silver", counters.silverMerges());
    gauge(registry, "bronze", counters, Counters::bronzeVersion);
    gauge(registry, "silver", counters, Counters::silverVersion);
    lag = MultiGauge.builder(LAG).tags(tags).register(registry);
    rekeyedLag = MultiGauge.builder(REKEYED_LAG).tags(tags).register(registry);
    durable = MultiGauge.builder(DURABLE).tags(tags).register(registry);
    loaded = MultiGauge.builder(LOADED).tags(tags).register(registry);
    faults = MultiGauge.builder(FAULTS).tags(tags).register(registry);
  }

  private void merges(MeterRegistry registry, String table, MergeCounter merges) {
    Tags more = Tags.of("table", table);
    counter(registry, MERGES, more, unused -> merges.commits());
    counter(registry, MERGED_FILES, more, unused -> merges.files());
    counter(registry, MERGED_BYTES, more, unused -> merges.bytes());
  }

  private void counter(
      MeterRegistry registry, String name, Tags more, ToDoubleFunction<Counters> value) {
    FunctionCounter.builder(name, service.counters(), value)
        .tags(tags.and(more))
        .register(registry);
  }

  private void gauge(
      MeterRegistry registry, String table, Counters counters, ToDoubleFunction<Counters> value) {
    Gauge.builder(VERSION, counters, value).tags(tags.and("table", table)).register(registry);
  }

  /** Brings what comes and goes, partitions and kinds of fault, up to now. */
  void refresh() {
    lag.register(rows(service.leases(), Lease::lag), true);
    rekeyedLag.register(rows(service.rekeyedLeases(), Lease::lag), true);
    durable.register(rows(service.leases(), Lease::durable), true);
    loaded.register(rows(service.silverLeases(), lease -> lease.loading().share()), true);
    faults.register(
        service.counters().faults().entrySet().stream()
            .<MultiGauge.Row<?>>map(
                e -> MultiGauge.Row.of(Tags.of("reason", e.getKey()), e.getValue()))
            .toList(),
        true);
  }

  private static List<MultiGauge.Row<?>> rows(Leases leases, ToDoubleFunction<Lease> value) {
    return leases.all().stream()
        .<MultiGauge.Row<?>>map(
            lease ->
                MultiGauge.Row.of(
                    Tags.of("partition", Integer.toString(lease.partition())),
                    value.applyAsDouble(lease)))
        .toList();
  }
}
