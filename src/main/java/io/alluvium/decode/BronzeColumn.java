package io.alluvium.decode;

import io.alluvium.row.Type;

/** How one bronze column is made. Columns made from columns read this same row. */
public sealed interface BronzeColumn {
  /** The column's name. */
  String name();

  Type type();

  /** A field of the message's JSON object, cast as Spark's {@code from_json} and cast do. */
  record JsonField(String name, Type type, String field) implements BronzeColumn {}

  /** The text of what a path such as {@code $.timing} finds (Spark's get_json_object). */
  record JsonText(String name, String path) implements BronzeColumn {
    @Override
    public Type type() {
      return Type.STRING;
    }
  }

  /**
   * The members of the message's root object that no other column reads, not even in part, as the
   * text of one object; null if there are none.
   */
  record UnknownFields(String name) implements BronzeColumn {
    @Override
    public Type type() {
      return Type.STRING;
    }
  }

  /** The message itself as text. */
  record Payload(String name) implements BronzeColumn {
    @Override
    public Type type() {
      return Type.STRING;
    }
  }

  /** The time of the flush that lands the row, one value a flush. */
  record IngestTime(String name) implements BronzeColumn {
    @Override
    public Type type() {
      return Type.TIMESTAMP;
    }
  }

  record Constant(String name, String value) implements BronzeColumn {
    @Override
    public Type type() {
      return Type.STRING;
    }
  }

  /** A part of the record that brought the message. */
  record FromRecord(String name, Part part) implements BronzeColumn {
    /** The parts that there are. */
    public enum Part {
      PARTITION,
      OFFSET,
      /** Null if the record has none. */
      TIMESTAMP,
      /** The key's UTF-8 as text; null if the record has none. */
      KEY
    }

    @Override
    public Type type() {
      return switch (part) {
        case PARTITION -> Type.INT;
        case OFFSET -> Type.LONG;
        case TIMESTAMP -> Type.TIMESTAMP;
        case KEY -> Type.STRING;
      };
    }
  }

  /** The UTC date of a timestamp column of this row. */
  record DateOf(String name, String column) implements BronzeColumn {
    @Override
    public Type type() {
      return Type.DATE;
    }
  }

  /** The UTC hour, 0 to 23, of a timestamp column of this row. */
  record HourOf(String name, String column) implements BronzeColumn {
    @Override
    public Type type() {
      return Type.INT;
    }
  }
}
