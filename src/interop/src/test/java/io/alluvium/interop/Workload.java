package io.alluvium.interop;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A pipeline, and rounds of messages in which its keys come, change, come late and come twice. */
enum Workload {
  ARRIVALS(Pipeline.TFL, List.of("vehicleId", "naptanId", "lineId", "direction")) {
    @Override
    byte[] message(String key, int day, int minute) {
      return Messages.prediction(key, time(day, minute));
    }

    @Override
    List<String> plain() {
      return List.of("vehicleId", "lineId", "operationType");
    }
  },
  DELETED_ARRIVALS(Pipeline.TFL, ARRIVALS.key) {
    @Override
    byte[] message(String key, int day, int minute) {
      int operation = minute % 5 == 3 ? 2 : 1;
      return Messages.prediction(
          key, '"' + time(day, minute) + '"', "\"operationType\":" + operation);
    }

    @Override
    List<String> overrides() {
      return List.of("silver.delete-when=operationType = 2");
    }

    @Override
    List<String> plain() {
      return ARRIVALS.plain();
    }
  },
  ORDER_LINES(Pipeline.ORDER_ITEMS, List.of("order_id", "item_seq")) {
    @Override
    byte[] message(String key, int day, int minute) {
      return json(
          """
          {"order_id":"%s","item_seq":"1","order_ts":"%s","quantity":"%s","unit_price":"$%d.50",\
          "discount_pct":"%d%%","channel":"web","coupon_code":" C%d "}\
          """,
          key, time(day, minute), minute == 2 ? "Two" : minute, minute, day, minute);
    }

    @Override
    List<String> plain() {
      return List.of("order_id", "item_seq", "quantity", "channel", "coupon_code");
    }
  },
  PATIENTS(Pipeline.PATIENTS, List.of("mrn")) {
    @Override
    byte[] message(String key, int day, int minute) {
      return json(
          """
          {"mrn":%d,"dob":"1980-01-02","sex":"F","first_name":"A","last_name":"%s","zip":%d,\
          "city":%s,"updated":"%s"}\
          """,
          key.hashCode(), key, day, minute % 2 == 0 ? "null" : "\"York\"", time(day, minute));
    }

    @Override
    List<String> plain() {
      return List.of("mrn", "last_name", "zip", "city");
    }
  };

  private static final int FRESH = 6;

  private final Pipeline pipeline;
  private final List<String> key;

  Workload(Pipeline pipeline, List<String> key) {
    this.pipeline = pipeline;
    this.key = key;
  }

  Pipeline pipeline() {
    return pipeline;
  }

  /** Silver's key columns. */
  List<String> key() {
    return key;
  }

  /** What is set beside the pipeline's file, as {@code key=value}. */
  List<String> overrides() {
    return List.of();
  }

  /** A message of a key. */
  abstract byte[] message(String key, int day, int minute);

  /** Columns of silver that are text, int or bigint, the key's among them. */
  abstract List<String> plain();

  List<byte[]> round(int round) {
    List<byte[]> values = new ArrayList<>();
    // From day to day, and back.
    values.add(message("mover", 1 + round % 3, round));
    values.add(message("mover" + round % 2, 1 + round % 3, round));
    // As old as the one before, and newer than one that comes after it.
    values.add(message("tie", 1, 0));
    values.add(message("twice", 1, 2 * round + 1));
    values.add(message("twice", 1, 2 * round));
    if (round > 0) {
      values.addAll(again());
      values.add(message("fresh" + (round - 1) + "-0", 1, 30 + round));
      values.add(message("fresh" + round / 2 + "-1", 2, 30 + round));
    }
    for (int i = 0; i < FRESH; i++) {
      values.add(message("fresh" + round + "-" + i, 1, i));
      values.add(message("quiet" + round + "-" + i, 4, i));
    }
    return values;
  }

  /** Messages of round 0, which change nothing again, on several source partitions. */
  List<byte[]> again() {
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < FRESH; i++) {
      values.add(message("quiet0-" + i, 4, i));
    }
    return values;
  }

  private static String time(int day, int minute) {
    return String.format("2026-05-%02dT%02d:%02d:00Z", day, minute / 60, minute % 60);
  }

  private static byte[] json(String format, Object... values) {
    return format.formatted(values).getBytes(StandardCharsets.UTF_8);
  }
}
