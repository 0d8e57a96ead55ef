package io.alluvium.interop;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/** Made-up predictions. */
final class Messages {
  private static final String MANY = "A station with a name of more than thirty-two characters ";

  private Messages() {}

  /** One of the vehicle's at stop S, on line L, outbound. */
  static byte[] prediction(String vehicle, String timestamp, String further) {
    String text =
        "{\"vehicleId\":\"%s\",\"naptanId\":\"S\",\"lineId\":\"L\",\"direction\":\"outbound\",\"timestamp\":%s%s}";
    return String.format(text, vehicle, timestamp, further.isEmpty() ? "" : "," + further)
        .getBytes(UTF_8);
  }

  static byte[] prediction(String vehicle, String timestamp) {
    return prediction(vehicle, quoted(timestamp), "\"operationType\":1");
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  /** What is at the edges of the types and of JSON, on keys of their own. */
  static List<byte[]> edges() {
    List<byte[]> values = new ArrayList<>();
    int vehicle = 0;
    for (String time :
        List.of(
            "0001-01-01T00:00:00Z",
            "0001-01-01T00:00:00",
            "0044-03-15T11:12:13.123456Z",
            "1582-10-04T23:59:59Z",
            "1582-10-10T12:00:00Z",
            "1582-10-15T00:00:00Z",
            "1752-09-05T01:02:03.000001Z",
            "1899-12-31T23:59:59.999999Z",
            "1969-12-31T23:59:59.999999Z",
            "2026-02-29T00:00:00Z",
            "2026-03-29T01:30:00+01:00",
            "2026-06-30T23:59:60Z",
            "9999-12-31T23:59:59.9999999Z",
            "+10000-01-01T00:00:00Z",
            "10000-01-01T00:00:00Z",
            "+123456-07-08T09:10:11.123456Z",
            "-0044-03-15T00:00:00Z",
            "soon",
            "")) {
      String also = "\"expectedArrival\":\"" + time + "\",\"timeToLive\":\"" + time + "\"";
      values.add(prediction("time" + vehicle, quoted(time), also));
      values.add(prediction("later" + vehicle, quoted("2026-01-01T00:00:00Z"), also));
      vehicle++;
    }
    for (String number :
        List.of("1.0", "1e3", "2147483648", "-2147483648", "\"7\"", "true", "{}")) {
      values.add(
          prediction(
              "number" + vehicle++,
              quoted("2026-01-02T03:04:05.678Z"),
              "\"timeToStation\":" + number + ",\"stationName\":" + number));
    }
    for (String text :
        List.of(
            "\"\"",
            "null",
            "\"null\"",
            "\" \"",
            "\"say \\\"no\\\"\"",
            "\"it's\\\\\"",
            "\"\\u0000\\u0001\"",
            "\"\\ud83d\\ude8c\\ud83c\\uddec\\ud83c\\udde7\"",
            "\"🚌 Tottenham Ct Rd\"",
            "\"a,b;c=d%2F\\n\\t\"",
            "\"" + "x".repeat(5_000) + "\"",
            "[1,{\"a\":null}]")) {
      values.add(
          prediction(
              "text" + vehicle++,
              quoted("2026-01-02T04:04:05.6789Z"),
              "\"stationName\":"
                  + text
                  + ",\"towards\":"
                  + text
                  + ",\"timing\":{\"sent\":"
                  + text
                  + "}"));
    }
    for (String bearing : List.of("90", "-12.5N", "", "north", "1.7976931348623157e309", "007")) {
      values.add(
          prediction(
              "bearing" + vehicle++,
              quoted("2026-01-02T05:04:05Z"),
              "\"bearing\":" + quoted(bearing)));
    }
    for (String broken :
        List.of(
            "",
            " ",
            "{",
            "[]",
            "[{}]",
            "{}",
            "null",
            "42",
            "\"text\"",
            "{\"id\":}",
            "{\"id\":1",
            "nonsense")) {
      values.add(broken.getBytes(UTF_8));
    }
    values.add(null);
    values.add(prediction("", "2026-01-03T00:00:00Z"));
    values.add(prediction("quote\\\"d", "2026-01-03T00:00:00Z"));
    values.add(prediction("nulltime", "null", "\"operationType\":1"));
    return values;
  }

  /** Keys whose newest row moves from day to day, comes late, or comes twice with the same time. */
  static List<byte[]> moves() {
    List<byte[]> values = new ArrayList<>();
    for (int round = 0; round < 4; round++) {
      for (int vehicle = 0; vehicle < 20; vehicle++) {
        String time =
            String.format(
                "2026-02-%02dT%02d:00:00.00000%dZ", 1 + (round * vehicle) % 5, vehicle, round);
        values.add(prediction("moves" + vehicle, quoted(time), "\"timeToStation\":" + round));
        values.add(
            prediction(
                "tie" + vehicle, quoted("2026-02-10T00:00:00Z"), "\"timeToStation\":" + round));
      }
    }
    return values;
  }

  /**
   * Rows whose greatest values are beyond what statistics can hold: microseconds within a
   * millisecond, and strings that differ after their 32nd character.
   */
  static List<byte[]> beyondStatistics() {
    List<byte[]> values = new ArrayList<>();
    for (int hour = 0; hour < 8; hour++) {
      for (int row = 0; row < 6; row++) {
        String time = String.format("2026-03-01T%02d:30:00.%06d", hour, 123_000 + row * 199);
        String name = MANY + hour + (row % 2 == 0 ? "z" : "\uD83D\uDE8C") + row;
        values.add(
            prediction(
                "skip" + hour + "-" + row,
                quoted(time + "Z"),
                String.format(
                    "\"expectedArrival\":\"%sZ\",\"stationName\":\"%s\",\"timeToStation\":%d",
                    time.replace("2026", "1815"), name, hour * 100 - 350 + row)));
      }
    }
    return values;
  }
}
