package io.alluvium.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Each patient as the newest message says, of equally new ones the later. */
final class ExpectedPatients implements Expectation {
  private static final List<String> TEXTS =
      List.of("sex", "gender", "first_name", "last_name", "street_address", "city", "state");

  private final Map<List<Object>, ExpectedRow> rows = new HashMap<>();

  @Override
  public void take(Source source, byte[] value) {
    JsonNode patient = Json.parse(value);
    if (patient == null || !patient.path("mrn").isIntegralNumber()) {
      return;
    }
    Map<String, Object> columns = new HashMap<>();
    TEXTS.forEach(name -> columns.put(name, patient.path(name).textValue()));
    columns.put("mrn", patient.path("mrn").asLong());
    columns.put("zip", patient.path("zip").asLong());
    columns.put("dob", (int) LocalDate.parse(patient.path("dob").asText()).toEpochDay());
    Instant updated = Instant.parse(patient.path("updated").asText());
    columns.put("updated", ChronoUnit.MICROS.between(Instant.EPOCH, updated));
    rows.merge(
        key(columns),
        new ExpectedRow(source, columns),
        (held, later) -> updated(later) < updated(held) ? held : later);
  }

  private static long updated(ExpectedRow row) {
    return (Long) row.columns().get("updated");
  }

  @Override
  public Map<List<Object>, ExpectedRow> rows() {
    return rows;
  }

  @Override
  public List<Object> key(Map<String, Object> columns) {
    return List.of(columns.get("mrn"));
  }

  @Override
  public List<String> columnNames() {
    return List.of(
        "mrn",
        "dob",
        "sex",
        "gender",
        "first_name",
        "last_name",
        "street_address",
        "zip",
        "city",
        "state",
        "updated");
  }

  @Override
  public Set<String> flushColumns() {
    return Set.of();
  }
}
