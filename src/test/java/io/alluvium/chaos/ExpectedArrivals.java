package io.alluvium.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The newest message of each key by its timestamp, of equally new ones the later, unless that one
 * deletes. Put together from Jackson's trees and plain maps.
 */
final class ExpectedArrivals implements Expectation {
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

  /** Whether some messages delete. */
  enum Deletes {
    NONE,
    OPERATION_TYPE_2
  }

  private final String ingestSource;
  private final Deletes deletes;
  private final Map<List<Object>, ExpectedRow> newest = new HashMap<>();

  ExpectedArrivals(String topic, Deletes deletes) {
    this.ingestSource = "oci_stream:" + topic;
    this.deletes = deletes;
  }

  @Override
  public Map<List<Object>, ExpectedRow> rows() {
    Map<List<Object>, ExpectedRow> rows = new HashMap<>(newest);
    if (deletes == Deletes.OPERATION_TYPE_2) {
      rows.values().removeIf(row -> Integer.valueOf(2).equals(row.columns().get("operationType")));
    }
    return rows;
  }

  @Override
  public List<Object> key(Map<String, Object> columns) {
    return KEY.stream().map(columns::get).toList();
  }

  @Override
  public void take(Source source, byte[] value) {
    JsonNode message = Json.parse(value);
    if (message == null || KEY.stream().anyMatch(column -> text(message, column) == null)) {
      return;
    }
    Map<String, Object> columns = columns(message);
    if (columns.get("event_ts") == null) {
      return;
    }
    newest.merge(
        key(columns),
        new ExpectedRow(source, columns),
        (held, candidate) -> eventTime(candidate) < eventTime(held) ? held : candidate);
  }

  private static long eventTime(ExpectedRow row) {
    return (Long) row.columns().get("event_ts");
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

  @Override
  public Set<String> flushColumns() {
    return Set.of("ingest_ts", "bronze_ingest_ts");
  }

  @Override
  public List<String> columnNames() {
    List<String> names = new ArrayList<>(TEXTS);
    names.addAll(
        List.of("operationType", "timeToStation", "bearing", "event_ts", "expectedArrival"));
    names.addAll(List.of("timeToLive", "ingest_source", "event_date"));
    return names;
  }
}
