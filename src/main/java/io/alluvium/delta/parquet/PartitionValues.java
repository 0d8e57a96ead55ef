package io.alluvium.delta.parquet;

import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;

/**
 * Partition values as text (Delta protocol, "Partition Value Serialization"). An empty string
 * stands for null there, so an empty value comes back as null. Timestamps are written in the UTC
 * form with {@code Z}; without a zone they are read as UTC. Years beyond 0000 to 9999 carry a sign,
 * as Spark writes and reads them.
 */
public final class PartitionValues {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("'T'HH:mm:ss.SSSSSS'Z'");

  private PartitionValues() {}

  /** The value's text, or null. */
  static String text(Row row, int column) {
    if (row.isNull(column)) {
      return null;
    }
    return switch (row.schema().type(column).kind()) {
      case STRING -> row.length(column) == 0 ? null : row.getString(column);
      case INT -> Integer.toString(row.getInt(column));
      case LONG -> Long.toString(row.getLong(column));
      case DOUBLE -> Double.toString(row.getDouble(column));
      case BOOLEAN -> Boolean.toString(row.getBoolean(column));
      case DECIMAL -> row.getDecimal(column).toPlainString();
      case DATE -> LocalDate.ofEpochDay(row.getInt(column)).toString();
      case TIMESTAMP -> timestampText(row.getLong(column));
      case BINARY -> throw new IllegalArgumentException("a binary column can't partition a table");
    };
  }

  private static String timestampText(long micros) {
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L),
            Math.floorMod(micros, 1_000_000) * 1_000,
            ZoneOffset.UTC);
    return time.toLocalDate() + TIME.format(time);
  }

  /**
   * Sets a column from a value's text; null and empty text set null.
   *
   * @throws RuntimeException if the text is none of the column's type: {@link
   *     IllegalArgumentException}, {@link ArithmeticException} or {@link
   *     java.time.DateTimeException}
   */
  public static void set(RowBuilder row, int column, String text) {
    if (text == null || text.isEmpty()) {
      row.setNull(column);
      return;
    }
    switch (row.schema().type(column).kind()) {
      case STRING -> row.setString(column, text);
      case INT -> row.setInt(column, Integer.parseInt(text));
      case LONG -> row.setLong(column, Long.parseLong(text));
      case DOUBLE -> row.setDouble(column, Double.parseDouble(text));
      case BOOLEAN -> row.setBoolean(column, Boolean.parseBoolean(text));
      case DECIMAL ->
          row.setDecimal(column, new BigDecimal(text).setScale(row.schema().type(column).scale()));
      case DATE ->
          row.setInt(column, Math.toIntExact(LocalDate.parse(signedYear(text)).toEpochDay()));
      case TIMESTAMP -> row.setLong(column, micros(signedYear(text).replace(' ', 'T')));
      case BINARY -> throw new IllegalArgumentException("a binary column can't partition a table");
    }
  }

  private static String signedYear(String text) {
    return Character.isDigit(text.charAt(0)) && text.indexOf('-') > 4 ? '+' + text : text;
  }

  private static long micros(String text) {
    TemporalAccessor parsed =
        DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
    LocalDateTime utc =
        parsed instanceof OffsetDateTime time
            ? time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime()
            : (LocalDateTime) parsed;
    return ChronoUnit.MICROS.between(LocalDateTime.of(1970, 1, 1, 0, 0), utc);
  }
}
