package io.alluvium.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.chaos.Expectation.ExpectedRow;
import io.alluvium.chaos.Expectation.Source;
import io.alluvium.config.PipelineConfig;
import io.alluvium.pipeline.AppIds;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.row.Row;
import io.alluvium.testing.TestPipeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Compares all that the tables hold with the ledger. */
final class LedgerCheck {
  private final Ledger ledger;
  private final Expectation expectation;
  private final TestPipeline pipeline;
  private final PipelineConfig config;
  private final PipelineTables tables;
  private final List<TreeMap<Long, BronzeSpan>> spans;

  private LedgerCheck(Ledger ledger, TestPipeline pipeline, Expectation expectation)
      throws IOException {
    this.expectation = expectation;
    this.ledger = ledger;
    this.pipeline = pipeline;
    this.config = pipeline.config();
    this.tables = pipeline.tables();
    this.spans =
        BronzeSpan.read(
            config.bronze().table(),
            PipelineTables.access(config).files(config.bronze().table().path()),
            tables.bronze().snapshot().files());
  }

  /** Fails with what is missing, there twice, or other than what was sent. */
  static void everythingIsThereOnce(Ledger ledger, TestPipeline pipeline, Expectation expectation)
      throws IOException {
    LedgerCheck check = new LedgerCheck(ledger, pipeline, expectation);
    check.positionsAreTheEnds();
    check.bronzeHoldsEachOffsetOnce();
    check.ingestTimesNeverStepBack();
    check.quarantineHoldsInvalidTextOnce();
    check.silverIsTheReduction();
  }

  private void positionsAreTheEnds() throws IOException {
    AppIds ids = AppIds.of(config);
    for (int p = 0; p < ledger.partitionCount(); p++) {
      OptionalLong end = OptionalLong.of(ledger.end(p));
      assertThat(tables.bronze().snapshot().txn(ids.bronze(p))).isEqualTo(end);
      assertThat(tables.silver().snapshot().txn(ids.silver(p))).isEqualTo(end);
    }
  }

  private void bronzeHoldsEachOffsetOnce() {
    assertThat(spans).hasSize(ledger.partitionCount());
    for (int p = 0; p < ledger.partitionCount(); p++) {
      long next = 0;
      for (BronzeSpan span : spans.get(p).values()) {
        assertThat(span.from()).as("%s follows", span).isEqualTo(next);
        List<String> sent =
            ledger.values(p, span.from(), span.to()).stream().map(BronzeSpan::digest).toList();
        assertThat(span.digests())
            .as("payloads of %s", span)
            .containsExactlyInAnyOrderElementsOf(sent);
        assertThat(span.records()).as("records of %s", span).isEqualTo(sent.size());
        next = span.to();
      }
      assertThat(next).as("the end of partition %d", p).isEqualTo(ledger.end(p));
    }
  }

  private void ingestTimesNeverStepBack() {
    for (TreeMap<Long, BronzeSpan> partition : spans) {
      assertThat(partition.values().stream().map(BronzeSpan::ingestTime)).isSorted();
    }
  }

  private void quarantineHoldsInvalidTextOnce() throws IOException {
    List<String> expected = new ArrayList<>();
    for (int p = 0; p < ledger.partitionCount(); p++) {
      long offset = 0;
      for (byte[] value : ledger.values(p, 0, ledger.end(p))) {
        if (value != null && !Arrays.equals(new String(value, UTF_8).getBytes(UTF_8), value)) {
          expected.add(entry(p, offset, value));
        }
        offset++;
      }
    }
    List<String> found = new ArrayList<>();
    for (Row row : pipeline.quarantineRows()) {
      Map<String, Object> columns = Columns.of(row);
      found.add(
          entry(
              (Integer) columns.get("partition"),
              (Long) columns.get("offset"),
              (byte[]) columns.get("value")));
    }
    assertThat(expected).as("invalid messages sent").isNotEmpty();
    assertThat(found).as("quarantine").containsExactlyInAnyOrderElementsOf(expected);
  }

  private static String entry(int partition, long offset, byte[] value) {
    return partition + "/" + offset + " " + BronzeSpan.sha(value);
  }

  private void silverIsTheReduction() throws IOException {
    for (int partition = 0; partition < ledger.partitionCount(); partition++) {
      long offset = 0;
      for (byte[] value : ledger.values(partition, 0, ledger.end(partition))) {
        expectation.take(new Source(partition, offset++), value);
      }
    }
    Map<List<Object>, ExpectedRow> expected = expectation.rows();
    Map<List<Object>, Map<String, Object>> found = new HashMap<>();
    for (Row row : pipeline.silverRows()) {
      Map<String, Object> columns = Columns.of(row);
      assertThat(found.put(expectation.key(columns), columns)).as("a second row").isNull();
    }
    assertThat(found.keySet())
        .as("silver's keys")
        .containsExactlyInAnyOrderElementsOf(expected.keySet());
    expected.forEach((key, row) -> compare(key, row, found.get(key)));
  }

  private void compare(List<Object> key, ExpectedRow expected, Map<String, Object> found) {
    for (String column : expectation.columnNames()) {
      assertThat(found.get(column))
          .as("%s of %s, from %s", column, key, expected.source())
          .isEqualTo(expected.columns().get(column));
    }
    assertThat(found.keySet())
        .hasSize(expectation.columnNames().size() + expectation.flushColumns().size())
        .containsAll(expectation.flushColumns());
    for (String column : expectation.flushColumns()) {
      assertThat(found.get(column)).as("%s of %s", column, key).isNotNull();
    }
    if (expectation.flushColumns().contains("bronze_ingest_ts")) {
      compareIngestTime(key, expected, found);
    }
  }

  private void compareIngestTime(
      List<Object> key, ExpectedRow expected, Map<String, Object> found) {
    int partition = expected.source().partition();
    assertThat(found.get("bronze_ingest_ts"))
        .as("bronze_ingest_ts of %s, from %s", key, expected.source())
        .isEqualTo(
            spans.get(partition).floorEntry(expected.source().offset()).getValue().ingestTime());
  }
}
