package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.alluvium.decode.SourceRecord;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can't be parsed is a row all the same, and never stops its partition. */
class StrangeMessagesIT {
  private static final String GOOD =
      "{\"id\":\"1\",\"vehicleId\":\"v\",\"naptanId\":\"n\",\"lineId\":\"l\","
          + "\"direction\":\"inbound\",\"timestamp\":\"2026-01-01T10:00:00Z\"}";

  @TempDir private Path directory;

  @Test
  void everyStrangeMessageIsOneRowAndIsCounted() throws Exception {
    // Given
    byte[] invalid = {'{', '"', (byte) 0xC3, '"', ':', '1', '}'};
    List<byte[]> values =
        new ArrayList<>(
            Arrays.asList(
                null,
                new byte[0],
                utf8("{\"id\":\"2\",\"vehicleId\":"),
                invalid,
                utf8("{\"vehicleId\":\"" + "x".repeat(1_000_000) + "\"}"),
                utf8("[".repeat(300) + "]".repeat(300)),
                utf8("{\"a\":" + "[".repeat(100_000)),
                utf8("[1,2]"),
                utf8(GOOD)));
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      TestTopic topic = TestTopic.create(broker, "strange", 1);
      topic.send(values, value -> utf8("k"));
      TestPipeline pipeline = TestPipeline.tfl(broker.bootstrapServers(), topic.name(), directory);

      // When
      Map<String, Long> faults;
      try (PipelineService service =
          PipelineService.openOnce(pipeline.config(), Clock.systemUTC(), Probe.NONE)) {
        service.start();
        service.awaitTaken();
        assertThat(service.stop()).isTrue();
        faults = service.counters().faults();
      }

      // Then
      assertThat(faults)
          .containsEntry("null-value", 1L)
          .containsEntry("empty", 1L)
          .containsEntry("invalid-utf8", 1L)
          .containsEntry("not-json", 2L);
      List<Row> bronze = pipeline.bronzeRows();
      assertThat(bronze).hasSize(values.size());
      assertThat(bronze.stream().map(row -> row.get(row.schema().require("raw_payload"))))
          .containsExactlyInAnyOrderElementsOf(
              values.stream().map(StrangeMessagesIT::text).toList());
      assertThat(pipeline.silverRows()).hasSize(1);
      assertThat(pipeline.quarantineRows()).hasSize(1);
      Row quarantined = pipeline.quarantineRows().get(0);
      assertThat(quarantined.getString(0)).isEqualTo("strange");
      assertThat(quarantined.getLong(2)).isEqualTo(3);
      assertThat((byte[]) quarantined.get(4)).isEqualTo(utf8("k"));
      assertThat((byte[]) quarantined.get(5)).isEqualTo(invalid);
      assertThat(quarantined.getString(6)).isEqualTo("invalid-utf8");
      assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
    }
  }

  @Test
  void partsOfTheRecordAreColumnsAndABrokenKeyIsQuarantined() throws Exception {
    // Given
    byte[] broken = {'k', (byte) 0xC3};
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      TestTopic topic = TestTopic.create(broker, "parts", 1);
      topic.send(utf8("ké"), utf8(GOOD), 1_780_426_939_555L);
      topic.send(null, utf8(GOOD), SourceRecord.NO_TIMESTAMP);
      topic.send(broken, utf8(GOOD), SourceRecord.NO_TIMESTAMP);
      TestPipeline pipeline =
          TestPipeline.tfl(
              broker.bootstrapServers(),
              topic.name(),
              directory,
              "bronze.columns.from_partition=record-partition",
              "bronze.columns.from_offset=record-offset",
              "bronze.columns.from_time=record-timestamp",
              "bronze.columns.from_key=record-key");

      // When
      boolean durable = pipeline.runOnce();

      // Then
      assertThat(durable).isTrue();
      Schema schema = pipeline.config().bronze().table().schema();
      assertThat(pipeline.bronzeRows())
          .extracting(
              row -> row.get(schema.require("from_partition")),
              row -> row.get(schema.require("from_offset")),
              row -> row.get(schema.require("from_time")),
              row -> row.get(schema.require("from_key")))
          .containsExactlyInAnyOrder(
              tuple(0, 0L, 1_780_426_939_555_000L, "ké"),
              tuple(0, 1L, null, null),
              tuple(0, 2L, null, "k\uFFFD"));
      Row quarantined = pipeline.quarantineRows().get(0);
      assertThat(quarantined.getLong(2)).isEqualTo(2);
      assertThat(quarantined.get(3)).isNull();
      assertThat((byte[]) quarantined.get(4)).isEqualTo(broken);
      assertThat(quarantined.getString(6)).isEqualTo("invalid-utf8");
      assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
    }
  }

  private static String text(byte[] value) {
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
