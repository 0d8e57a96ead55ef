package io.alluvium.decode;

import io.alluvium.cast.UtcTime;
import io.alluvium.cast.Utf8Decoder;
import io.alluvium.decode.BronzeColumn.Constant;
import io.alluvium.decode.BronzeColumn.DateOf;
import io.alluvium.decode.BronzeColumn.FromRecord;
import io.alluvium.decode.BronzeColumn.FromRecord.Part;
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
  private final Utf8Decoder key = new Utf8Decoder();
  private final JsonReader json;
  private final boolean readsKey;
  private final List<Stamp> stamps;

  /** Sets a column that doesn't come from JSON, or from a column that does. */
  private interface Stamp {
    void set(SourceRecord record, long ingestMicros, RowBuilder out);
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
    this.readsKey =
        columns.stream()
            .anyMatch(column -> column instanceof FromRecord part && part.part() == Part.KEY);
    List<Stamp> sources = new ArrayList<>();
    List<Stamp> derived = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      if (columns.get(i) instanceof Payload) {
        sources.add((record, ingest, out) -> setText(column, record.value(), message, out));
      } else if (columns.get(i) instanceof IngestTime) {
        sources.add((record, ingest, out) -> out.setLong(column, ingest));
      } else if (columns.get(i) instanceof Constant constant) {
        byte[] utf8 = constant.value().getBytes(StandardCharsets.UTF_8);
        sources.add((record, ingest, out) -> out.setBytes(column, utf8, 0, utf8.length));
      } else if (columns.get(i) instanceof FromRecord part) {
        sources.add(partOfRecord(column, part.part()));
      } else if (columns.get(i) instanceof DateOf date) {
        int source = requireTimestamp(schema, date.column());
        derived.add((record, ingest, out) -> setDate(column, source, out));
      } else if (columns.get(i) instanceof HourOf hour) {
        int source = requireTimestamp(schema, hour.column());
        derived.add((record, ingest, out) -> setHour(column, source, out));
      }
    }
    sources.addAll(derived);
    this.stamps = List.copyOf(sources);
  }

  private Stamp partOfRecord(int column, Part part) {
    return switch (part) {
      case PARTITION -> (record, ingest, out) -> out.setInt(column, record.partition());
      case OFFSET -> (record, ingest, out) -> out.setLong(column, record.offset());
      case TIMESTAMP -> (record, ingest, out) -> setTime(column, record, out);
      case KEY -> (record, ingest, out) -> setText(column, record.key(), key, out);
    };
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
   * Fills {@code out}, whatever it holds, with the row of one message. The payload of a tombstone
   * is null.
   *
   * @param ingestMicros the time of the flush, µs since the epoch; also the current time for casts
   */
  public Outcome decode(SourceRecord record, long ingestMicros, RowBuilder out) {
    out.clear();
    byte[] value = record.value();
    Fault fault = Fault.NULL_VALUE;
    boolean invalidUtf8 = false;
    if (value != null) {
      message.decode(value, 0, value.length);
      invalidUtf8 = !message.isValid();
      fault = json.read(message, ingestMicros, out);
    }
    if (readsKey && record.key() != null) {
      key.decode(record.key(), 0, record.key().length);
      invalidUtf8 |= !key.isValid();
    }
    for (int i = 0; i < stamps.size(); i++) {
      stamps.get(i).set(record, ingestMicros, out);
    }
    return Outcome.of(fault, invalidUtf8);
  }

  /**
   * @param decoded what {@code utf8} was decoded to, unless that is null
   */
  private static void setText(int column, byte[] utf8, Utf8Decoder decoded, RowBuilder out) {
    if (utf8 == null) {
      out.setNull(column);
    } else if (decoded.isValid()) {
      out.setBytes(column, utf8, 0, utf8.length);
    } else {
      out.setChars(column, decoded.chars(), 0, decoded.length());
    }
  }

  private static void setTime(int column, SourceRecord record, RowBuilder out) {
    if (record.isTimed()) {
      out.setLong(column, record.timestampMicros());
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
