package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.TableHistory;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.row.Row;
import io.alluvium.testing.Recording;
import io.alluvium.testing.TestPipeline;
import io.alluvium.testing.TestTopic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The patients, by configuration alone, batch by batch. */
class PatientsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static EmbeddedBroker broker;

  @TempDir private Path directory;

  @BeforeAll
  static void startBroker() {
    broker = EmbeddedBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void eachPatientIsAsTheNewestMessageSays() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "patients", 2);
    TestPipeline pipeline = pipeline(topic);
    Map<Long, JsonNode> expected = new HashMap<>();

    // When
    for (List<byte[]> batch : batches()) {
      topic.sendKeyedBy("mrn", batch);
      pipeline.runOnce();
      reduce(batch, expected);
    }

    // Then
    Map<Long, String> silver = new HashMap<>();
    for (Row row : pipeline.silverRows()) {
      silver.put(row.getLong(0), text(row));
    }
    Map<Long, String> wanted = new HashMap<>();
    expected.forEach((mrn, patient) -> wanted.put(mrn, text(patient)));
    assertThat(silver).isEqualTo(wanted);
    assertThat(Verification.of(pipeline.config()).run().findings()).isEmpty();
  }

  @Test
  void historyCountsWhatWasInsertedAndUpdated() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "patients-history", 1);
    TestPipeline pipeline = pipeline(topic);
    Map<Long, JsonNode> patients = new HashMap<>();
    List<String> expected = new ArrayList<>();

    // When
    for (List<byte[]> batch : batches()) {
      topic.sendKeyedBy("mrn", batch);
      pipeline.runOnce();
      expected.add(reduce(batch, patients));
    }

    // Then
    assertThat(merges(pipeline)).isEqualTo(expected);
  }

  @Test
  void aConfirmationCostsNothing() throws Exception {
    // Given
    TestTopic topic = TestTopic.create(broker, "confirmations", 1);
    TestPipeline pipeline = pipeline(topic);
    List<byte[]> batch = Recording.of("patients/batch1");
    topic.sendKeyedBy("mrn", batch);
    pipeline.runOnce();
    var files = pipeline.tables().silver().snapshot().files();

    // When
    topic.sendKeyedBy("mrn", batch);
    pipeline.runOnce();

    // Then
    assertThat(pipeline.tables().silver().snapshot().files()).isEqualTo(files);
    assertThat(pipeline.bronzeRows()).hasSize(2 * batch.size());
  }

  private TestPipeline pipeline(TestTopic topic) {
    return TestPipeline.of(
        "patients",
        broker.bootstrapServers(),
        topic.name(),
        directory,
        "silver.flush-interval=10m");
  }

  private static List<List<byte[]>> batches() {
    return List.of(
        Recording.of("patients/batch0"),
        Recording.of("patients/batch1"),
        Recording.of("patients/batch2"),
        Recording.of("patients/batch3"));
  }

  /** Takes a batch in; returns how many patients came and how many changed by it as a whole. */
  private static String reduce(List<byte[]> batch, Map<Long, JsonNode> patients)
      throws IOException {
    Map<Long, JsonNode> before = new HashMap<>(patients);
    for (byte[] value : batch) {
      JsonNode patient = JSON.readTree(value);
      patients.merge(
          patient.get("mrn").asLong(),
          patient,
          (held, later) -> updated(later).isBefore(updated(held)) ? held : later);
    }
    int inserted = patients.size() - before.size();
    long updated =
        before.entrySet().stream()
            .filter(e -> !Objects.equals(text(e.getValue()), text(patients.get(e.getKey()))))
            .count();
    return inserted + " inserted, " + updated + " updated";
  }

  private static Instant updated(JsonNode patient) {
    return Instant.parse(patient.get("updated").asText());
  }

  private static String text(JsonNode patient) {
    StringBuilder text = new StringBuilder();
    patient.forEach(value -> text.append(value.isNull() ? null : value.asText()).append('|'));
    return text.toString();
  }

  private static String text(Row row) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < row.schema().size(); i++) {
      Object value = row.get(i);
      switch (row.schema().column(i).name()) {
        case "dob" -> value = value == null ? null : LocalDate.ofEpochDay((Integer) value);
        case "updated" -> value = time((Long) value);
        default -> {}
      }
      text.append(value).append('|');
    }
    return text.toString();
  }

  private static String time(long micros) {
    String text = Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1000).toString();
    return text.contains(".") ? text : text.replace("Z", ".000Z");
  }

  /** Of each version with rows, the oldest first. */
  private static List<String> merges(TestPipeline pipeline) throws IOException {
    List<String> merges = new ArrayList<>();
    for (TableHistory.Entry entry :
        TableHistory.read(PipelineLogs.of(pipeline.config()).silver(), Integer.MAX_VALUE)) {
      if (entry.operation().equals("MERGE")) {
        Map<String, String> metrics = entry.metrics();
        merges.add(
            0,
            metrics.get("numTargetRowsInserted")
                + " inserted, "
                + metrics.get("numTargetRowsUpdated")
                + " updated");
      }
    }
    return merges;
  }
}
