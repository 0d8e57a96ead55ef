import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.alluvium.cast.ValueCast;
import io.alluvium.delta.parquet.DataFileSettings;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;

/**
 * Writes, below the directory that it is given, a Parquet file for each type of {@link #TYPES}: a
 * value {@code v} of the type, and what {@link ValueCast} makes of it for each type that it allows.
 * Started from this source against the packaged program's class path.
 */
final class CastsForTests {
  private static final int VALUES = 1_700;
  private static final List<Type> TYPES =
      List.of(
          Type.STRING,
          Type.INT,
          Type.LONG,
          Type.DOUBLE,
          Type.BOOLEAN,
          Type.DATE,
          Type.TIMESTAMP,
          Type.decimal(1, 0),
          Type.decimal(5, 5),
          Type.decimal(9, 2),
          Type.decimal(10, 0),
          Type.decimal(18, 6),
          Type.decimal(18, 18),
          Type.decimal(19, 4),
          Type.decimal(38, 0),
          Type.decimal(38, 18),
          Type.decimal(38, 38));

  private static final List<String> ODD_TEXTS =
      List.of(
          "",
          " ",
          "\t",
          ".",
          "-",
          "+",
          "e",
          "E5",
          "1e",
          "1e+",
          ".e1",
          "NaN",
          "nan",
          "-NaN",
          "inf",
          "+inf",
          "-INF",
          "Infinity",
          "-infinity",
          " iNfInItY ",
          "infinit",
          "0x1p3",
          "0x10",
          "1d",
          "1.5F",
          "1L",
          "1_000",
          "1,000",
          "t",
          "T",
          "f",
          "yes",
          "NO",
          "y",
          "n",
          " True ",
          "tru",
          "\u0663",
          "1\u0663",
          "\uff11",
          "\u20031",
          "1\u00a0",
          "\u007f1",
          "1\u007f",
          "\u00001",
          "0",
          "-0",
          "+0",
          "-0.0",
          "00",
          "0e37",
          "0e38",
          "0e-50",
          "0.0000001",
          "1e-7",
          "1e38",
          "-1e37",
          "9.5",
          "0.5",
          "-0.5",
          "1.9",
          "-1.9",
          "1.",
          ".5",
          "--1",
          "+-1",
          "1 2",
          "1.2.3",
          "2147483647",
          "2147483648",
          "-2147483648",
          "-2147483649",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "-9223372036854775809",
          "1e400",
          "4.9e-324",
          "1e-400",
          "1.7976931348623157e308",
          "1.7976931348623159e308",
          "9007199254740993",
          "99999999999999999999999999999999999999",
          "99999999999999999999999999999999999999.5",
          "0.99999999999999999999999999999999999999",
          "0.999999999999999999999999999999999999995",
          "1970",
          "1970-1",
          "1970-1-1",
          "1970-01-01",
          "1970-01-01T",
          "1970-01-01 x",
          "0000-01-01",
          "-0001-01-01",
          "+2020-01-01",
          "10000-01-01",
          "123456-07-08",
          "1234567-07-08",
          "999-01-01",
          "2020-02-29",
          "2021-02-29",
          "2020-13-01",
          "2020-00-01",
          "1582-10-10",
          "1900-01-01",
          "2020-01-01T12",
          "2020-01-01T12:",
          "2020-01-01T12:30",
          "2020-01-01 12:30:",
          "2020-1-1 1:2:3",
          "2020-01-01 12:30:45.",
          "2020-01-01 12:30:45.1234567",
          "2020-01-01T12:30:45.000001Z",
          "2020-01-01T24:00:00",
          "2020-01-01T12:60:00",
          "2020-01-01T12:30:60",
          "2020-01-01T12:30:45z",
          "2020-01-01T12:30:45+01:00",
          "2020-01-01T12:30:45-1:5",
          "2020-01-01T12:30:45+18:01",
          "2020-01-01T12:30:45 Europe/London",
          "2020-03-29T01:30:00 Europe/Berlin",
          "2020-01-01 12:30:45 UTC+1",
          "2020-01-01 12:30:45 PST",
          "2020-01-01T12:30:45Zulu",
          "294247-01-10T04:00:54.775807Z",
          "294247-01-10T04:00:54.775808Z",
          "-290308-12-21T19:59:05.224192Z",
          "-290308-12-21T19:59:05.224191Z",
          "\ud83d\ude8c");

  /** Today's time of day: what it casts to depends on the day. */
  private static final Pattern WITHOUT_DATE =
      Pattern.compile("[\\x00- \\x7f]*(T.*|\\d{1,2}:.*)", Pattern.DOTALL);

  private final Random random = new Random(20_260_101);

  private CastsForTests() {}

  public static void main(String[] arguments) throws Exception {
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    CastsForTests casts = new CastsForTests();
    for (int i = 0; i < TYPES.size(); i++) {
      Path directory = Path.of(arguments[0], "from" + i);
      casts.write(TYPES.get(i), Files.createDirectories(directory));
    }
  }

  private void write(Type from, Path directory) throws Exception {
    List<Type> targets = TYPES.stream().filter(to -> ValueCast.isAllowed(from, to)).toList();
    List<ValueCast> casts = targets.stream().map(to -> ValueCast.of(from, to)).toList();
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("v", from));
    for (int i = 0; i < targets.size(); i++) {
      columns.add(new Column("c" + i, targets.get(i)));
    }
    Schema schema = new Schema(columns);
    RowBuilder builder = new RowBuilder(schema);
    List<Row> rows = new ArrayList<>();
    for (Object value : values(from)) {
      set(builder.clear(), value);
      for (int i = 0; i < casts.size(); i++) {
        casts.get(i).cast(builder, 0, 0, builder, i + 1);
      }
      rows.add(builder.build());
    }
    new DataFileWriter(
            new LocalTableStorage(directory),
            schema,
            List.of(),
            DataFileSettings.DEFAULT,
            Clock.systemUTC())
        .write(rows, Map.of());
  }

  private static void set(RowBuilder builder, Object value) {
    if (value instanceof String text) {
      builder.setString(0, text);
    } else if (value instanceof Integer number) {
      builder.setInt(0, number);
    } else if (value instanceof Long number) {
      builder.setLong(0, number);
    } else if (value instanceof Double number) {
      builder.setDouble(0, number);
    } else if (value instanceof Boolean flag) {
      builder.setBoolean(0, flag);
    } else if (value instanceof BigDecimal number) {
      builder.setDecimal(0, number);
    }
  }

  private List<Object> values(Type type) {
    List<Object> values = new ArrayList<>();
    values.add(null);
    if (type == Type.STRING) {
      values.addAll(ODD_TEXTS);
    } else if (type.kind() == Type.Kind.DECIMAL) {
      edges(type).forEach(values::add);
    }
    while (values.size() < VALUES) {
      values.add(value(type));
    }
    return values;
  }

  private Object value(Type type) {
    return switch (type.kind()) {
      case STRING -> text();
      case INT -> (int) number();
      case LONG -> number();
      case DOUBLE -> fraction();
      case BOOLEAN -> random.nextBoolean();
      case DATE -> day();
      case TIMESTAMP -> micros();
      case DECIMAL -> decimal(type);
      case BINARY -> throw new IllegalArgumentException("nothing casts a binary");
    };
  }

  /** Of every magnitude, and beside the ends of what ints, longs and seconds can be. */
  private long number() {
    long[] edges = {
      0,
      Integer.MAX_VALUE,
      Integer.MIN_VALUE,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      Long.MAX_VALUE / 1_000_000,
      Long.MIN_VALUE / 1_000_000,
      1L << 53,
      1_000_000_000_000_000_000L,
      99_999,
      253_402_300_800L
    };
    return random.nextInt(4) == 0
        ? edges[random.nextInt(edges.length)] + random.nextInt(5) - 2
        : random.nextLong() >> random.nextInt(Long.SIZE);
  }

  private double fraction() {
    double[] edges = {
      0.0,
      -0.0,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      Double.MAX_VALUE,
      1e308,
      -1e308,
      0.1,
      0.5,
      1.5,
      2.5,
      1e-3,
      9.999e-4,
      1e7,
      9999999.999,
      1e18,
      9.223372036854775e18,
      -9.223372036854775808e18,
      9.3e18,
      2147483647.9,
      -2147483648.9,
      1e37,
      1e38
    };
    return switch (random.nextInt(5)) {
      case 0 -> edges[random.nextInt(edges.length)];
      case 1 -> Double.longBitsToDouble(random.nextLong());
      case 2 -> number();
      case 3 -> number() / Math.pow(10, random.nextInt(20));
      default -> random.nextInt() / 1000.0;
    };
  }

  /** Up to the years in which Spark's cast of a date to a timestamp fails. */
  private int day() {
    LocalDate[] edges = {
      LocalDate.of(1, 1, 1), LocalDate.of(0, 2, 29), LocalDate.of(-1, 12, 31),
      LocalDate.of(9999, 12, 31), LocalDate.of(1582, 10, 10), LocalDate.of(1970, 1, 1),
      LocalDate.of(2000, 2, 29), LocalDate.of(1900, 2, 28), LocalDate.of(290_000, 6, 1)
    };
    return random.nextInt(4) == 0
        ? (int) edges[random.nextInt(edges.length)].toEpochDay() + random.nextInt(3) - 1
        : random.nextInt(100_000_000) - 50_000_000 >> random.nextInt(20);
  }

  private long micros() {
    return switch (random.nextInt(4)) {
      case 0 -> day() * 86_400_000_000L + random.nextInt(3) - 1;
      case 1 -> random.nextInt(4_000_000) - 2_000_000;
      case 2 -> (long) random.nextInt() * 1_000_000 + random.nextInt(10) * 100_000;
      default -> number();
    };
  }

  private BigDecimal decimal(Type type) {
    int digits = 1 + random.nextInt(type.precision());
    BigInteger unscaled =
        random.nextInt(4) == 0 ? BigInteger.valueOf(number()) : new BigInteger(130, random);
    unscaled = unscaled.mod(BigInteger.TEN.pow(digits));
    if (random.nextInt(3) == 0) {
      // So that rounding meets halves and carries.
      BigInteger unit = BigInteger.TEN.pow(random.nextInt(digits));
      unscaled = unscaled.divide(unit).multiply(unit);
      unscaled = unscaled.add(unit.multiply(BigInteger.valueOf(5)).divide(BigInteger.TEN));
    }
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }

  private static List<BigDecimal> edges(Type type) {
    BigInteger limit = BigInteger.TEN.pow(type.precision());
    List<BigDecimal> edges = new ArrayList<>();
    for (BigInteger near :
        List.of(
            BigInteger.ZERO,
            limit.shiftRight(1),
            limit,
            BigInteger.ONE.shiftLeft(31),
            BigInteger.ONE.shiftLeft(63),
            BigInteger.ONE.shiftLeft(63).multiply(BigInteger.TEN.pow(type.scale())),
            BigInteger.ONE.shiftLeft(31).multiply(BigInteger.TEN.pow(type.scale())))) {
      for (int i = -2; i <= 2; i++) {
        BigInteger unscaled = near.add(BigInteger.valueOf(i));
        if (unscaled.abs().compareTo(limit) < 0) {
          edges.add(new BigDecimal(unscaled, type.scale()));
          edges.add(new BigDecimal(unscaled.negate(), type.scale()));
        }
      }
    }
    return edges;
  }

  /** What some type is written as, or nearly. */
  private String text() {
    String text = plainText();
    if (random.nextInt(3) == 0) {
      String[] with = {
        "", " ", "0", "9", "-", "+", ".", ":", "e", "E-", "\t", "\u0661", "x", "T", "Z"
      };
      int at = random.nextInt(text.length());
      int end = random.nextInt(3) == 0 ? at : at + 1;
      text = text.substring(0, at) + with[random.nextInt(with.length)] + text.substring(end);
    }
    String[] blanks = {"", "", "", " ", "\t ", "\n", "\u001f", "\u007f", "\u00a0"};
    text = blanks[random.nextInt(blanks.length)] + text + blanks[random.nextInt(blanks.length)];
    return WITHOUT_DATE.matcher(text).matches() ? "" : text;
  }

  private String plainText() {
    return switch (random.nextInt(7)) {
      case 0 -> Long.toString(number());
      case 1 -> Double.toString(fraction());
      case 2 -> LocalDate.ofEpochDay(day()).toString();
      case 3 -> time().toString();
      case 4 -> time().toString().replace('T', ' ') + "+0" + random.nextInt(10) + ":30";
      case 5 -> decimal(TYPES.get(7 + random.nextInt(TYPES.size() - 7))).toString();
      default -> number() + "." + Math.abs(number()) + "E" + random.nextInt(40);
    };
  }

  private LocalDateTime time() {
    long micros = micros();
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L),
        Math.floorMod(micros, 1_000_000) * 1_000,
        ZoneOffset.UTC);
  }
}
