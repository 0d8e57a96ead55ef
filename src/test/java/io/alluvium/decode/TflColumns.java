package io.alluvium.decode;

import io.alluvium.derive.ColumnRule;
import io.alluvium.derive.Rules;
import io.alluvium.row.Column;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.ArrayList;
import java.util.List;

/** The columns of the TfL pipeline. */
public final class TflColumns {
  private static final List<String> STRINGS_BEFORE =
      List.of(
          "vehicleId",
          "naptanId",
          "stationName",
          "lineId",
          "lineName",
          "platformName",
          "direction",
          "bearing",
          "tripId",
          "baseVersion",
          "destinationNaptanId",
          "destinationName");

  private TflColumns() {}

  public static List<BronzeColumn> bronze() {
    List<BronzeColumn> columns = new ArrayList<>();
    columns.add(field("id", Type.STRING));
    columns.add(field("operationType", Type.INT));
    STRINGS_BEFORE.forEach(name -> columns.add(field(name, Type.STRING)));
    columns.add(field("timestamp", Type.TIMESTAMP));
    columns.add(field("timeToStation", Type.INT));
    columns.add(field("currentLocation", Type.STRING));
    columns.add(field("towards", Type.STRING));
    columns.add(field("expectedArrival", Type.TIMESTAMP));
    columns.add(field("timeToLive", Type.TIMESTAMP));
    columns.add(field("modeName", Type.STRING));
    columns.add(new BronzeColumn.JsonText("timing", "$.timing"));
    columns.add(new BronzeColumn.IngestTime("ingest_ts"));
    columns.add(new BronzeColumn.Constant("ingest_source", "oci_stream:tfl-arrivals"));
    columns.add(new BronzeColumn.Payload("raw_payload"));
    columns.add(new BronzeColumn.DateOf("event_date", "timestamp"));
    columns.add(new BronzeColumn.HourOf("event_hour", "timestamp"));
    return columns;
  }

  public static Schema schema(List<BronzeColumn> columns) {
    return new Schema(columns.stream().map(c -> new Column(c.name(), c.type())).toList());
  }

  /** Two silver columns that need work. */
  public static List<ColumnRule> silver() {
    return List.of(
        Rules.extract("bearing", Type.DOUBLE, "bearing", "^(-?\\d+(\\.\\d+)?)", 1),
        Rules.dateOf("event_date", "timestamp"));
  }

  private static BronzeColumn field(String name, Type type) {
    return new BronzeColumn.JsonField(name, type, name);
  }
}
