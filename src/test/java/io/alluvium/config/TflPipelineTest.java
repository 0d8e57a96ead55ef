package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.decode.BronzeColumn;
import io.alluvium.derive.Rules;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The pipeline file that comes with the project means what the two notebooks mean. */
class TflPipelineTest {
  private static final Path FILE = Path.of("config/tfl.yaml");

  @Test
  void bronzeHasTheColumnsOfTheNotebookInTheirOrder() {
    // Given
    PipelineParser parser = new PipelineParser(name -> null, Path.of("/somewhere"));

    // When
    BronzeConfig bronze = parser.parse(FILE, List.of()).config().bronze();

    // Then
    assertThat(ddl(bronze.table().schema()))
        .isEqualTo(
            "id string, operationType int, vehicleId string, naptanId string, stationName string,"
                + " lineId string, lineName string, platformName string, direction string,"
                + " bearing string, tripId string, baseVersion string, destinationNaptanId string,"
                + " destinationName string, timestamp timestamp, timeToStation int,"
                + " currentLocation string, towards string, expectedArrival timestamp,"
                + " timeToLive timestamp, modeName string, timing string, ingest_ts timestamp,"
                + " ingest_source string, raw_payload string, event_date date, event_hour int");
    assertThat(bronze.table().partitionColumns()).containsExactly("event_date", "event_hour");
    assertThat(bronze.table().name()).isEqualTo("tfl.bronze.arrivals_bronze");
    assertThat(bronze.table().path()).isEqualTo("/somewhere/alluvium-data/bronze/arrivals_bronze");
    assertThat(bronze.quarantinePath())
        .isEqualTo("/somewhere/alluvium-data/bronze/arrivals_bronze_quarantine");
    assertThat(bronze.flushInterval()).isEqualTo(Duration.ofSeconds(2));
    assertThat(bronze.columns())
        .contains(
            new BronzeColumn.JsonText("timing", "$.timing"),
            new BronzeColumn.IngestTime("ingest_ts"),
            new BronzeColumn.Constant("ingest_source", "oci_stream:tfl-arrivals"),
            new BronzeColumn.Payload("raw_payload"),
            new BronzeColumn.DateOf("event_date", "timestamp"),
            new BronzeColumn.HourOf("event_hour", "timestamp"));
  }

  @Test
  void silverHasTheColumnsOfTheNotebookInTheirOrder() {
    // Given
    PipelineParser parser = new PipelineParser(name -> null, Path.of("/somewhere"));

    // When
    SilverConfig silver = parser.parse(FILE, List.of()).config().silver();

    // Then
    assertThat(ddl(silver.table().schema()))
        .isEqualTo(
            "vehicleId string, naptanId string, lineId string, direction string, id string,"
                + " operationType int, stationName string, lineName string, platformName string,"
                + " bearing double, tripId string, baseVersion string, destinationNaptanId string,"
                + " destinationName string, event_ts timestamp, timeToStation int,"
                + " currentLocation string, towards string, expectedArrival timestamp,"
                + " timeToLive timestamp, modeName string, bronze_ingest_ts timestamp,"
                + " ingest_ts timestamp, ingest_source string, event_date date");
    assertThat(silver.table().partitionColumns()).containsExactly("event_date");
    assertThat(silver.table().name()).isEqualTo("tfl.silver.arrivals_silver");
    assertThat(silver.key()).containsExactly("vehicleId", "naptanId", "lineId", "direction");
    assertThat(silver.matching().sequenceBy()).containsExactly("event_ts", "bronze_ingest_ts");
    assertThat(silver.flushInterval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(silver.columns())
        .contains(
            Rules.extract("bearing", Type.DOUBLE, "bearing", "^(-?\\d+(\\.\\d+)?)", 1),
            Rules.copy("event_ts", Type.TIMESTAMP, "timestamp"),
            Rules.copy("bronze_ingest_ts", Type.TIMESTAMP, "ingest_ts"),
            Rules.ingestTime("ingest_ts"),
            Rules.dateOf("event_date", "event_ts"));
  }

  @Test
  void brokersTopicAndDataComeFromOutside() {
    // Given
    Map<String, String> environment =
        Map.of("KAFKA_BOOTSTRAP_SERVERS", "kafka:29092", "ALLUVIUM_DATA", "/data");
    PipelineParser parser = new PipelineParser(environment::get, Path.of("/somewhere"));

    // When
    PipelineConfig config = parser.parse(FILE, List.of("source.topic=other")).config();

    // Then
    assertThat(config.kafka()).containsEntry("bootstrap.servers", "kafka:29092");
    assertThat(config.bronze().table().path()).isEqualTo("/data/bronze/arrivals_bronze");
    assertThat(config.silver().table().path()).isEqualTo("/data/silver/arrivals_silver");
    assertThat(config.bronze().columns())
        .contains(new BronzeColumn.Constant("ingest_source", "oci_stream:other"));
  }

  private static String ddl(Schema schema) {
    return schema.columns().stream()
        .map(column -> column.name() + " " + column.type().sqlName())
        .reduce((left, right) -> left + ", " + right)
        .orElseThrow();
  }
}
