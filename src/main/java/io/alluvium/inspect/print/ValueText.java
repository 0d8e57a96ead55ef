package io.alluvium.inspect.print;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Values as text, the way Spark SQL shows them (its cast of a value to a string). */
final class ValueText {
  /** A timestamp without the zeros at its end: {@code 2026-01-01 08:00:00.25}. */
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern(" HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT);

  private ValueText() {}

  /** Never null: a null value is the word {@code NULL}. Bytes are in hexadecimal. */
  static String shown(Object value) {
    if (value == null) {
      return "NULL";
    }
    if (value instanceof byte[] bytes) {
      return "[" + HexFormat.ofDelimiter(" ").withUpperCase().formatHex(bytes) + "]";
    }
    return scalar(value);
  }

  /** The value for a machine; bytes are in Base64. Not for null. */
  static String exact(Object value) {
    return value instanceof byte[] bytes
        ? Base64.getEncoder().encodeToString(bytes)
        : scalar(value);
  }

  private static String scalar(Object value) {
    if (value instanceof LocalDateTime time) {
      return TIME.format(time);
    }
    if (value instanceof List<?> || value instanceof Map<?, ?>) {
      return JsonPrinter.json(value).toString();
    }
    return value.toString();
  }
}
