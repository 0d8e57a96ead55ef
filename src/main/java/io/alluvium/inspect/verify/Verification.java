package io.alluvium.inspect.verify;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.log.ExtraColumns;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.Positions;
import io.alluvium.pipeline.AppIds;
import io.alluvium.pipeline.SilverPositions;
import io.alluvium.pipeline.SilverReach;
import io.alluvium.rekey.KeyBytes;
import io.alluvium.row.RowReader;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * Checks a pipeline's tables against each other: every offset once in bronze, one row a key in
 * silver, and each the row that a fresh reduction of bronze gives. Each table is read at one
 * version, silver's first, and only bronze batches below silver's positions count, so that a
 * service may run meanwhile.
 *
 * <p>The time of the flush, silver's {@code ingest-time} column, is nothing that bronze knows, and
 * isn't compared. Memory grows with the number of keys: their own and their sequence's bytes and
 * about 100 more each.
 */
public final class Verification {
  private final PipelineConfig config;
  private final PipelineLogs logs;
  private final Clock clock;
  private final AppIds appIds;
  private final SilverPositions silverPositions;
  private final Findings findings = new Findings();

  private Verification(PipelineConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
    this.logs = PipelineLogs.of(config);
    this.appIds = AppIds.of(config);
    this.silverPositions = SilverPositions.of(config);
  }

  public static Verification of(PipelineConfig config) {
    return new Verification(config, Clock.systemUTC());
  }

  /**
   * Runs all checks once.
   *
   * @throws io.alluvium.error.UserException if a table is missing, doesn't fit the configuration or
   *     can't be read
   */
  public VerificationReport run() throws IOException {
    TableSnapshot silver = logs.silver().fitting(ExtraColumns.NONE);
    TableSnapshot bronze = logs.bronze().fitting(ExtraColumns.NULLABLE);
    Map<Integer, Long> bronzePositions = Positions.of(bronze, appIds::bronze);
    SilverReach reach = silverPositions.read(silver.txns());
    List<Span> spans = Span.of(bronze.files());
    List<DataFile> untagged = bronze.files().stream().filter(f -> !Span.isTagged(f)).toList();

    Set<Integer> partitions = new TreeSet<>(bronzePositions.keySet());
    spans.forEach(span -> partitions.add(span.partition()));
    checkOffsets(partitions, spans, untagged, bronze, bronzePositions);
    checkPositions(reach, bronzePositions);

    Fingerprint layout =
        new Fingerprint(config.silver(), silver.addedColumns(), clock.millis() * 1_000);
    BronzeRows rows = new BronzeRows(config);
    Reduction reduction = new Reduction(rows, layout, untagged, spans, findings);
    // A reset moves all ways of a partition in one commit: one tells of it.
    Moves silverMoves =
        Moves.read(logs.silver(), silver.version(), partition -> silverPositions.id(0, partition));
    ExpectedRows expected = reduction.run(new Reflected(reach, ways(reach), silverMoves));
    long silverRows =
        new SilverComparison(
                config.silver(), silverReader(), rows, layout, reduction, expected, findings)
            .run(silver.files());
    if (!silver.addedColumns().isEmpty()) {
      findings.notice(
          "columns of silver were added later ("
              + String.join(", ", silver.addedColumns())
              + "): null in them counts as right, for rows that are older have it");
    }
    if (expected.unsureKeys() > 0) {
      findings.notice(
          expected.unsureKeys()
              + " keys weren't compared: silver stands in the midst of a batch of bronze, or the"
              + " order of their records isn't known");
    }
    return new VerificationReport(
        bronze.version(),
        silver.version(),
        reduction.rows(),
        reduction.incomplete(),
        expected.keys(),
        silverRows,
        spans.size(),
        untagged.isEmpty(),
        partitions.size(),
        findings.found(),
        findings.notices());
  }

  private DataFileReader silverReader() {
    TableSpec silver = config.silver().table();
    return new DataFileReader(logs.access().files(silver.path()), silver.schema());
  }

  private void checkOffsets(
      Set<Integer> partitions,
      List<Span> spans,
      List<DataFile> untagged,
      TableSnapshot bronze,
      Map<Integer, Long> positions)
      throws IOException {
    if (!untagged.isEmpty()) {
      findings.notice(
          untagged.size()
              + " files of bronze carry no offsets, so that offsets can't be followed: somebody"
              + " else wrote them, "
              + untagged.get(0).path()
              + " among them");
      return;
    }
    Moves moves = Moves.read(logs.bronze(), bronze.version(), appIds::bronze);
    for (int partition : partitions) {
      Long position = positions.get(partition);
      OffsetChain.check(
          partition,
          spans.stream().filter(span -> span.partition() == partition).toList(),
          moves,
          position == null ? OptionalLong.empty() : OptionalLong.of(position),
          findings);
    }
  }

  /** By which way each row comes to silver. */
  private ToIntFunction<RowReader> ways(SilverReach reach) {
    if (config.rekey().isEmpty() || reach.count() == 0) {
      return row -> 0;
    }
    KeyBytes keys =
        new KeyBytes(config.silver().table().schema().requireAll(config.silver().key()));
    return row -> keys.partition(row, reach.count());
  }

  private void checkPositions(SilverReach silver, Map<Integer, Long> bronze) {
    silver
        .bySource()
        .keySet()
        .forEach(
            partition -> {
              long position = silver.highest(partition).orElseThrow();
              long reached = bronze.getOrDefault(partition, -1L);
              if (position > reached && reached >= 0) {
                findings.add(
                    Finding.Kind.POSITION,
                    "partition %d: silver stands at %d, ahead of bronze at %d"
                        .formatted(partition, position, reached));
              }
            });
  }
}
