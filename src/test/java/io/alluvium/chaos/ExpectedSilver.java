package io.alluvium.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What silver must hold after a ledger: the newest message of each key by its timestamp, of equally
 * new ones the later. Put together from Jackson's trees and plain maps, independent of the code
 * under test.
 */
final class ExpectedSilver {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final List<String> KEY = List.of("vehicleId", "naptanId", "lineId", "direction");
  private static final List<String> TEXTS =
      List.of(
          "vehicleId",
          "naptanId",
          "lineId",
          "direction",
          "id",
          "stationName",
          "lineName",
          "platformName",
          "tripId",
          "baseVersion",
          "destinationNaptanId",
          "destinationName",
          "currentLocation",
          "towards",
          "modeName");
  private static final Pattern BEARING = Pattern.compile("^(-?\\d+(\\.\\d+)?)");

  /** A message by where it lies. */
  record Source(int partition, long offset) {}

  /**
   * @param columns by name, without the ingest times
   */
  record ExpectedRow(Source source, Map<String, Object> columns) {}

  private final String ingestSource;
  private final Map<List<Object>, ExpectedRow> rows = new HashMap<>();

  private ExpectedSilver(String ingestSource) {
    this.ingestSource = ingestSource;
  }

  static Map<List<Object>, ExpectedRow> of(Ledger ledger, String topic) {
    ExpectedSilver silver = new ExpectedSilver("oci_stream:" + topic);
    for (int partition = 0; partition < ledger.partitionCount(); partition++) {
      long offset = 0;
      for (byte[] value : ledger.values(partition, 0, ledger.end(partition))) {
        silver.take(new Source(partition, offset++), value);
      }
    }
    return silver.rows;
  }

  static List<Object> key(Map<String, Object> columns) {
    return KEY.stream().map(columns::get).toList();
  }

  private void take(Source source, byte[] value) {
    JsonNode message = parse(value);
    if (message == null || KEY.stream().anyMatch(column -> text(message, column) == null)) {
      return;
    }
    Map<String, Object> columns = columns(message);
    if (columns.get("event_ts") == null) {
      return;
    }
    rows.merge(
        key(columns),
        new ExpectedRow(source, columns),
        (held, candidate) -> eventTime(candidate) < eventTime(held) ? held : candidate);
  }

  private static long eventTime(ExpectedRow row) {
    return (Long) row.columns().get("event_ts");
  }

  private static JsonNode parse(byte[] value) {
    if (value == null) {
      return null;
    }
    try {
      return JSON.readTree(new String(value, UTF_8));
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  private Map<String, Object> columns(JsonNode message) {
    Map<String, Object> columns = new HashMap<>();
    TEXTS.forEach(name -> columns.put(name, text(message, name)));
    columns.put("operationType", number(message, "operationType"));
    columns.put("timeToStation", number(message, "timeToStation"));
    columns.put("bearing", bearing(text(message, "bearing")));
    columns.put("event_ts", micros(text(message, "timestamp")));
    columns.put("expectedArrival", micros(text(message, "expectedArrival")));
    columns.put("timeToLive", micros(text(message, "timeToLive")));
    columns.put("ingest_source", ingestSource);
    columns.put("event_date", day(text(message, "timestamp")));
    return columns;
  }

  private static String text(JsonNode message, String field) {
    return message.path(field).textValue();
  }

  private static Integer number(JsonNode message, String field) {
    return message.path(field).isInt() ? message.path(field).intValue() : null;
  }

  private static Double bearing(String text) {
    Matcher matcher = BEARING.matcher(text == null ? "" : text);
    return matcher.find() ? Double.valueOf(matcher.group(1)) : null;
  }

  private static Long micros(String text) {
    return text == null ? null : ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(text));
  }

  private static Integer day(String text) {
    if (text == null) {
      return null;
    }
    LocalDate day = LocalDateTime.ofInstant(Instant.parse(text), ZoneOffset.UTC).toLocalDate();
    return (int) day.toEpochDay();
  }

  /** All column names that it has an expectation of. */
  static List<String> columnNames() {
    List<String> names = new ArrayList<>(TEXTS);
    names.addAll(
        List.of("operationType", "timeToStation", "bearing", "event_ts", "expectedArrival"));
    names.addAll(List.of("timeToLive", "ingest_source", "event_date"));
    return names;
  }
}
