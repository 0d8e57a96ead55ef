package io.alluvium.row;

/** A column's type, as Delta and Spark know it. */
public enum Type {
  STRING("string", 0),
  BINARY("binary", 0),
  INT("integer", Integer.BYTES),
  LONG("long", Long.BYTES),
  DOUBLE("double", Double.BYTES),
  BOOLEAN("boolean", Integer.BYTES),
  /** Days since 1970-01-01, proleptic Gregorian. */
  DATE("date", Integer.BYTES),
  /** Microseconds since 1970-01-01T00:00:00Z. */
  TIMESTAMP("timestamp", Long.BYTES);

  private final String deltaName;
  private final int width;

  Type(String deltaName, int width) {
    this.deltaName = deltaName;
    this.width = width;
  }

  /** The name in a Delta schema string (Delta protocol, "Primitive Types"). */
  public String deltaName() {
    return deltaName;
  }

  /** The name in a configuration file and in SQL. */
  public String sqlName() {
    return switch (this) {
      case INT -> "int";
      case LONG -> "bigint";
      default -> deltaName;
    };
  }

  /** Whether a value's length differs from row to row: strings and binaries. */
  public boolean isVariable() {
    return width == 0;
  }

  /** Bytes of a fixed-width value in a {@link Row}; 0 for variable ones. */
  int width() {
    return width;
  }
}
