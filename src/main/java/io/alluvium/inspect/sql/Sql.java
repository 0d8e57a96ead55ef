package io.alluvium.inspect.sql;

import io.alluvium.row.Type;

/** DuckDB's spelling of names, texts and types. */
public final class Sql {
  private Sql() {}

  /** A name, whatever is in it. */
  public static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static String text(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  static String type(Type type) {
    return switch (type.kind()) {
      case STRING -> "VARCHAR";
      case BINARY -> "BLOB";
      case INT -> "INTEGER";
      case LONG -> "BIGINT";
      case DOUBLE -> "DOUBLE";
      case BOOLEAN -> "BOOLEAN";
      case DECIMAL -> "DECIMAL(" + type.precision() + "," + type.scale() + ")";
      case DATE -> "DATE";
      case TIMESTAMP -> "TIMESTAMPTZ";
    };
  }
}
