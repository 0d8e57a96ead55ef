package io.alluvium.decode;

import io.alluvium.cast.UtcTime;
import io.alluvium.cast.Utf8Decoder;
import io.alluvium.decode.BronzeColumn.Constant;
import io.alluvium.decode.BronzeColumn.DateOf;
import io.alluvium.decode.BronzeColumn.HourOf;
import io.alluvium.decode.BronzeColumn.IngestTime;
import io.alluvium.decode.BronzeColumn.JsonField;
import io.alluvium.decode.BronzeColumn.Payload;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the bytes of one message into one bronze row, whatever the bytes are: never throws, never
 * drops. The typed columns are those of Spark 4.1's {@code from_json} (PERMISSIVE, ANSI off, time
 * zone UTC), {@code get_json_object} and {@code cast}; also its limits hold: JSON of more than 1000
 * levels, or with a number of more than 1000 digits, is broken JSON. On purpose broken JSON gives
 * null in all fields, also where Spark keeps those before the break.
 *
 * <p>Made once a task and used for every message by one thread.
 */
public final class MessageDecoder {
  private final Utf8Decoder message = new Utf8Decoder();
  private final JsonReader json;
  private final List<Stamp> stamps;

  /** Sets a column that doesn't come from JSON, or from a column that does. */
  private interface Stamp {
    void set(byte[] value, long ingestMicros, RowBuilder out);
  }

  /**
   * @param schema the rows' schema
   * @param columns how each of its columns is made, in the same order. Throws {@link
   *     IllegalArgumentException} if the two don't fit, for a path that {@link JsonPath} doesn't
   *     take, and for a binary JSON field
   */
  public MessageDecoder(Schema schema, List<BronzeColumn> columns) {
    check(schema, columns);
    this.json = new JsonReader(columns);
    List<Stamp> sources = new ArrayList<>();
    List<Stamp> derived = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      if (columns.get(i) instanceof Payload) {
        sources.add((value, ingest, out) -> setPayload(column, value, out));
      } else if (columns.get(i) instanceof IngestTime) {
        sources.add((value, ingest, out) -> out.setLong(column, ingest));
      } else if (columns.get(i) instanceof Constant constant) {
        byte[] utf8 = constant.value().getBytes(StandardCharsets.UTF_8);
        sources.add((value, ingest, out) -> out.setBytes(column, utf8, 0, utf8.length));
      } else if (columns.get(i) instanceof DateOf date) {
        int source = requireTimestamp(schema, date.column());
        derived.add((value, ingest, out) -> setDate(column, source, out));
      } else if (columns.get(i) instanceof HourOf hour) {
        int source = requireTimestamp(schema, hour.column());
        derived.add((value, ingest, out) -> setHour(column, source, out));
      }
    }
    sources.addAll(derived);
    this.stamps = List.copyOf(sources);
  }

  private static void check(Schema schema, List<BronzeColumn> columns) {
    if (schema.size() != columns.size()) {
      throw new IllegalArgumentException(
          schema.size() + " columns in the schema, but " + columns.size() + " rules");
    }
    for (int i = 0; i < columns.size(); i++) {
      BronzeColumn column = columns.get(i);
      if (!schema.column(i).name().equals(column.name()) || schema.type(i) != column.type()) {
        throw new IllegalArgumentException(column + " doesn't make " + schema.column(i));
      }
      if (column instanceof JsonField && column.type() == Type.BINARY) {
        throw new IllegalArgumentException(column + ": JSON has no binary values");
      }
    }
  }

  private static int requireTimestamp(Schema schema, String name) {
    int column = schema.require(name);
    if (schema.type(column) != Type.TIMESTAMP) {
      throw new IllegalArgumentException(schema.column(column) + " is not a timestamp");
    }
    return column;
  }

  /**
   * Fills {@code out}, whatever it holds, with the row of one message.
   *
   * @param value the message, or null for a tombstone, whose payload is null
   * @param ingestMicros the time of the flush, µs since the epoch; also the current time for casts
   */
  public Outcome decode(byte[] value, long ingestMicros, RowBuilder out) {
    out.clear();
    Fault fault = Fault.NULL_VALUE;
    boolean invalidUtf8 = false;
    if (value != null) {
      message.decode(value, 0, value.length);
      invalidUtf8 = !message.isValid();
      fault = json.read(message, ingestMicros, out);
    }
    for (int i = 0; i < stamps.size(); i++) {
      stamps.get(i).set(value, ingestMicros, out);
    }
    return Outcome.of(fault, invalidUtf8);
  }

  private void setPayload(int column, byte[] value, RowBuilder out) {
    if (value == null) {
      out.setNull(column);
    } else if (message.isValid()) {
      out.setBytes(column, value, 0, value.length);
    } else {
      out.setChars(column, message.chars(), 0, message.length());
    }
  }

  private static void setDate(int column, int source, RowBuilder out) {
    if (!out.isNull(source)) {
      out.setInt(column, UtcTime.date(out.getLong(source)));
    }
  }

  private static void setHour(int column, int source, RowBuilder out) {
    if (!out.isNull(source)) {
      out.setInt(column, UtcTime.hour(out.getLong(source)));
    }
  }
}
