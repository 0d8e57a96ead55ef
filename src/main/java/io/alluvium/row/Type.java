package io.alluvium.row;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column's type, as Delta and Spark know it. Every type exists once, so that {@code ==} and
 * {@code equals} are the same.
 */
public final class Type {
  /** What a type is without its parameters. */
  public enum Kind {
    STRING("string", 0),
    BINARY("binary", 0),
    INT("integer", Integer.BYTES),
    LONG("long", Long.BYTES),
    DOUBLE("double", Double.BYTES),
    BOOLEAN("boolean", Integer.BYTES),
    DATE("date", Integer.BYTES),
    TIMESTAMP("timestamp", Long.BYTES),
    DECIMAL("decimal", 0);

    private final String deltaName;
    private final int width;

    Kind(String deltaName, int width) {
      this.deltaName = deltaName;
      this.width = width;
    }
  }

  /** The most digits of a decimal (Delta protocol, "Primitive Types"). */
  public static final int MAX_PRECISION = 38;

  public static final Type STRING = new Type(Kind.STRING, 0, 0);
  public static final Type BINARY = new Type(Kind.BINARY, 0, 0);
  public static final Type INT = new Type(Kind.INT, 0, 0);
  public static final Type LONG = new Type(Kind.LONG, 0, 0);
  public static final Type DOUBLE = new Type(Kind.DOUBLE, 0, 0);
  public static final Type BOOLEAN = new Type(Kind.BOOLEAN, 0, 0);

  /** Days since 1970-01-01, proleptic Gregorian. */
  public static final Type DATE = new Type(Kind.DATE, 0, 0);

  /** Microseconds since 1970-01-01T00:00:00Z. */
  public static final Type TIMESTAMP = new Type(Kind.TIMESTAMP, 0, 0);

  /** The types that have no parameters: all but decimals. */
  public static final List<Type> PLAIN =
      List.of(STRING, BINARY, INT, LONG, DOUBLE, BOOLEAN, DATE, TIMESTAMP);

  private static final Pattern DECIMAL =
      Pattern.compile("decimal\\(\\s*(\\d+)\\s*,\\s*(\\d+)\\s*\\)");
  private static final Type[][] DECIMALS = new Type[MAX_PRECISION + 1][];

  static {
    for (int precision = 1; precision <= MAX_PRECISION; precision++) {
      DECIMALS[precision] = new Type[precision + 1];
      for (int scale = 0; scale <= precision; scale++) {
        DECIMALS[precision][scale] = new Type(Kind.DECIMAL, precision, scale);
      }
    }
  }

  private final Kind kind;
  private final int precision;
  private final int scale;

  private Type(Kind kind, int precision, int scale) {
    this.kind = kind;
    this.precision = precision;
    this.scale = scale;
  }

  /**
   * A decimal number.
   *
   * @param precision digits in all, 1 to {@value #MAX_PRECISION}
   * @param scale how many of them are the fraction's, 0 to {@code precision}
   * @throws IllegalArgumentException if the two are outside of these bounds
   */
  public static Type decimal(int precision, int scale) {
    if (precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision) {
      throw new IllegalArgumentException(
          "decimal(%d,%d): the precision is 1 to %d, the scale 0 to the precision"
              .formatted(precision, scale, MAX_PRECISION));
    }
    return DECIMALS[precision][scale];
  }

  /** The type of a {@link #deltaName}; empty if no row here can hold it. */
  public static Optional<Type> ofDeltaName(String name) {
    try {
      return find(name, Type::deltaName);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * The type of a {@link #sqlName}, empty if there is none.
   *
   * @throws IllegalArgumentException if it is a decimal whose precision or scale is out of bounds
   */
  public static Optional<Type> ofSqlName(String name) {
    return find(name, Type::sqlName);
  }

  private static Optional<Type> find(String name, Function<Type, String> naming) {
    Matcher decimal = DECIMAL.matcher(name);
    if (!decimal.matches()) {
      return PLAIN.stream().filter(type -> naming.apply(type).equals(name)).findFirst();
    }
    // NumberFormatException is one of the exceptions that the callers expect.
    return Optional.of(
        decimal(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2))));
  }

  public Kind kind() {
    return kind;
  }

  /** A decimal's digits in all; 0 for other types. */
  public int precision() {
    return precision;
  }

  /** A decimal's digits after the point; 0 for other types. */
  public int scale() {
    return scale;
  }

  /** The name in a Delta schema string (Delta protocol, "Primitive Types"). */
  public String deltaName() {
    return kind == Kind.DECIMAL ? "decimal(" + precision + "," + scale + ")" : kind.deltaName;
  }

  /** The name in a configuration file and in SQL. */
  public String sqlName() {
    return switch (kind) {
      case INT -> "int";
      case LONG -> "bigint";
      default -> deltaName();
    };
  }

  /** Whether a value's length differs from row to row: strings, binaries and decimals. */
  public boolean isVariable() {
    return kind.width == 0;
  }

  /** Bytes of a fixed-width value in a {@link Row}; 0 for variable ones. */
  int width() {
    return kind.width;
  }

  @Override
  public String toString() {
    return sqlName();
  }
}
