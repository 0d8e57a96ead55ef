package io.alluvium.delta.parquet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import java.util.Arrays;

/** Null count and bounds of one column over the rows of one file. */
abstract sealed class ColumnStatistics {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  final int column;
  private final String name;
  private long nulls;
  private boolean empty = true;

  private ColumnStatistics(Column column, int position) {
    this.column = position;
    this.name = column.name();
  }

  static ColumnStatistics of(Column column, int position) {
    return switch (column.type().kind()) {
      case STRING -> new OfStrings(column, position);
      case INT, LONG, DATE, TIMESTAMP -> new OfIntegers(column, position);
      case DOUBLE -> new OfDoubles(column, position);
      case DECIMAL -> new OfDecimals(column, position);
      case BOOLEAN, BINARY -> new OfNulls(column, position);
    };
  }

  final void add(Row row) {
    if (row.isNull(column)) {
      nulls++;
    } else {
      addValue(row, empty);
      empty = false;
    }
  }

  final String name() {
    return name;
  }

  final long nulls() {
    return nulls;
  }

  /** A value that no value of the column is below, or null if none is known or can be written. */
  final JsonNode min() {
    return empty ? null : lowerBound();
  }

  /** A value that no value of the column is above, or null if none is known or can be written. */
  final JsonNode max() {
    return empty ? null : upperBound();
  }

  abstract void addValue(Row row, boolean first);

  abstract JsonNode lowerBound();

  abstract JsonNode upperBound();

  private static final class OfIntegers extends ColumnStatistics {
    private final io.alluvium.row.Type type;
    private long min;
    private long max;

    private OfIntegers(Column column, int position) {
      super(column, position);
      this.type = column.type();
    }

    @Override
    void addValue(Row row, boolean first) {
      long value =
          switch (type.kind()) {
            case INT, DATE -> row.getInt(column);
            default -> row.getLong(column);
          };
      min = first ? value : Math.min(min, value);
      max = first ? value : Math.max(max, value);
    }

    @Override
    JsonNode lowerBound() {
      return switch (type.kind()) {
        case DATE -> text(StatisticsText.date(min));
        case TIMESTAMP -> text(StatisticsText.timestampFloor(min));
        default -> JSON.numberNode(min);
      };
    }

    @Override
    JsonNode upperBound() {
      return switch (type.kind()) {
        case DATE -> text(StatisticsText.date(max));
        case TIMESTAMP -> text(StatisticsText.timestampCeiling(max));
        default -> JSON.numberNode(max);
      };
    }
  }

  private static final class OfDoubles extends ColumnStatistics {
    private double min;
    private double max;

    private OfDoubles(Column column, int position) {
      super(column, position);
    }

    @Override
    void addValue(Row row, boolean first) {
      double value = row.getDouble(column);
      // A NaN sticks to both.
      min = first ? value : Math.min(min, value);
      max = first ? value : Math.max(max, value);
    }

    @Override
    JsonNode lowerBound() {
      return Double.isFinite(min) ? JSON.numberNode(min) : null;
    }

    @Override
    JsonNode upperBound() {
      return Double.isFinite(max) ? JSON.numberNode(max) : null;
    }
  }

  /** Keeps the rows that hold the least and the greatest value. */
  private abstract static sealed class OfVariable extends ColumnStatistics {
    Row min;
    Row max;

    private OfVariable(Column column, int position) {
      super(column, position);
    }

    @Override
    void addValue(Row row, boolean first) {
      if (first) {
        min = row;
        max = row;
      } else if (row.compareColumn(max, column) > 0) {
        max = row;
      } else if (row.compareColumn(min, column) < 0) {
        min = row;
      }
    }
  }

  private static final class OfDecimals extends OfVariable {
    private OfDecimals(Column column, int position) {
      super(column, position);
    }

    @Override
    JsonNode lowerBound() {
      return JSON.numberNode(min.getDecimal(column));
    }

    @Override
    JsonNode upperBound() {
      return JSON.numberNode(max.getDecimal(column));
    }
  }

  private static final class OfStrings extends OfVariable {
    private OfStrings(Column column, int position) {
      super(column, position);
    }

    @Override
    JsonNode lowerBound() {
      return text(StatisticsText.lowerBound(bytes(min)));
    }

    @Override
    JsonNode upperBound() {
      return text(StatisticsText.upperBound(bytes(max)));
    }

    private byte[] bytes(Row row) {
      int from = row.offset(column);
      return Arrays.copyOfRange(row.array(column), from, from + row.length(column));
    }
  }

  private static final class OfNulls extends ColumnStatistics {
    private OfNulls(Column column, int position) {
      super(column, position);
    }

    @Override
    void addValue(Row row, boolean first) {}

    @Override
    JsonNode lowerBound() {
      return null;
    }

    @Override
    JsonNode upperBound() {
      return null;
    }
  }

  private static JsonNode text(String value) {
    return value == null ? null : JSON.textNode(value);
  }
}
