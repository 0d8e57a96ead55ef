import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.alluvium.config.PipelineConfig;
import io.alluvium.config.PipelineParser;
import io.alluvium.delta.parquet.DataFileSettings;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.derive.RowMapper;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Makes bronze rows of a pipeline up, and silver rows of them by its rules, and writes both side by
 * side to Parquet files: bronze's columns as {@code b_…}, silver's as {@code s_…}. Arguments: the
 * pipeline, an existing directory, the number of rows, the time of the flush in µs. Started from
 * this source against the packaged program's class path.
 */
final class RulesForTests {
  private static final int ROWS_PER_FILE = 3_000;

  /** No colon: a time of day alone is cast to a time of today. */
  private static final List<String> PIECES =
      List.of(
          " ",
          "  ",
          "\t",
          "\n",
          "\r\n",
          "\u000b",
          "\u0000",
          "\u007f",
          "\u0085",
          "\u00a0",
          "\u00ad",
          "\u2003",
          "\u2028",
          "\u200d",
          "\ufeff",
          "a",
          "b",
          "ab",
          "aab",
          "A",
          "B",
          "Z",
          "x",
          "xy",
          "y",
          "i",
          "I",
          "0",
          "7",
          "12",
          "-3",
          "4.50",
          "$",
          "%",
          "\\",
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          "*",
          "+",
          "?",
          ".",
          "^",
          "|",
          "/",
          "\"",
          "'",
          "-",
          "_",
          ",",
          "$1",
          "\\$",
          "\u00df",
          "\u1e9e",
          "\u0130",
          "\u0131",
          "i\u0307",
          "\u03a3",
          "\u03c3",
          "\u03c2",
          "\u0391\u03a3",
          "\u039f\u03a3\u0301",
          "\u0391.\u03a3",
          "\u03a3\u0391",
          "\u00c9",
          "\u00e9",
          "e\u0301",
          "E\u0301",
          "\u0301",
          "\u0345",
          "\ufb01",
          "\ufb03",
          "\u0149",
          "\u01c5",
          "\u01c4",
          "\u01c6",
          "\u0390",
          "\u1fb3",
          "\u1fbc",
          "\u1f88",
          "\u0587",
          "\u2126",
          "\u212a",
          "\u212b",
          "\u00b5",
          "\u00ff",
          "\u0178",
          "\u10d0",
          "\u1c90",
          "\u13a0",
          "\uab70",
          "\u2160",
          "\u24d0",
          "\u0663",
          "\uff11",
          "\uff21",
          "\ufffd",
          "\u6771\u4eac",
          "\ud83d\ude8c",
          "\ud83c\uddec\ud83c\udde7",
          "\ud801\udc00",
          "\ud801\udc28",
          "\ud835\udc00",
          "Stra\u00dfe",
          "STRASSE",
          "\u00c4rger",
          "web",
          "app",
          "Two",
          "GmbH");

  private static final List<String> WORDS =
      List.of(
          "",
          " ",
          "web",
          "app",
          "WEB",
          " web ",
          "Two",
          "two",
          "gone",
          "\u00df",
          "\ud83d\ude8c",
          "null",
          "true",
          " FALSE ",
          "no",
          "$12",
          "$1,234.50",
          "12 $",
          "10%",
          "%",
          "SAVE10",
          " save10 ",
          "\u039f\u0394\u039f\u03a3",
          "\u0130stanbul",
          "NaN",
          "-Infinity",
          "1e400");

  private static final List<String> BROKEN_JSON =
      List.of(
          "{", "[", "{\"a\":", "{\"a\":1", "{\"a\" 1}", "{a:1}", "[1,]", "\"", "{\"a\":1}}", "x{}");

  /** Got a capital, or became another kind of mark, after the Unicode of Java 17. */
  private static final Set<Integer> LATER = Set.of(0x19b, 0x264, 0x1734, 0x1171e);

  private static final int LETTERS_PER_TEXT = 40;

  private final Random random = new Random(20_261_130);
  private final Schema bronze;
  private final Iterator<String> letters = letters().iterator();

  private RulesForTests(Schema bronze) {
    this.bronze = bronze;
  }

  /** All that may have a case, or a say in that of others, each before and after a sigma. */
  private static List<String> letters() {
    List<String> texts = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int count = 0;
    for (int c = 0x80; c <= Character.MAX_CODE_POINT; c++) {
      int type = Character.getType(c);
      boolean silent =
          type == Character.UNASSIGNED
              || type == Character.SURROGATE
              || type == Character.PRIVATE_USE
              || type == Character.OTHER_LETTER;
      if (!silent && !LATER.contains(c)) {
        String letter = Character.toString(c);
        text.append("A").append(letter).append("\u03a3").append(letter).append("0\u03a3");
        text.append(letter).append("A").append(letter).append("1");
        if (++count % LETTERS_PER_TEXT == 0) {
          texts.add(text.toString());
          text.setLength(0);
        }
      }
    }
    texts.add(text.toString());
    return texts;
  }

  public static void main(String[] arguments) throws Exception {
    ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
    PipelineConfig config =
        PipelineParser.ofProcess().parse(Path.of(arguments[0]), List.of()).config();
    Schema bronze = config.bronze().table().schema();
    Schema silver = config.silver().table().schema();
    RowMapper mapper = new RowMapper(bronze, silver, config.silver().columns());
    new RulesForTests(bronze)
        .write(
            Path.of(arguments[1]),
            Integer.parseInt(arguments[2]),
            Long.parseLong(arguments[3]),
            mapper,
            silver);
  }

  private void write(Path directory, int count, long now, RowMapper mapper, Schema silver)
      throws Exception {
    List<Column> columns = new ArrayList<>();
    bronze
        .columns()
        .forEach(column -> columns.add(new Column("b_" + column.name(), column.type())));
    silver
        .columns()
        .forEach(column -> columns.add(new Column("s_" + column.name(), column.type())));
    Schema schema = new Schema(columns);
    DataFileWriter writer =
        new DataFileWriter(
            new LocalTableStorage(directory),
            schema,
            List.of(),
            DataFileSettings.DEFAULT,
            Clock.systemUTC());
    RowBuilder in = new RowBuilder(bronze);
    RowBuilder out = new RowBuilder(silver);
    RowBuilder both = new RowBuilder(schema);
    for (int done = 0; done < count; done += ROWS_PER_FILE) {
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < Math.min(ROWS_PER_FILE, count - done); i++) {
        fill(in.clear());
        mapper.map(in, now, out);
        both.clear();
        copy(in, bronze.size(), both, 0);
        copy(out, silver.size(), both, bronze.size());
        rows.add(both.build());
      }
      writer.write(rows, Map.of());
    }
  }

  private static void copy(RowReader from, int columns, RowBuilder to, int first) {
    for (int i = 0; i < columns; i++) {
      to.copy(first + i, from, i);
    }
  }

  /** The first rows hold all letters. */
  private void fill(RowBuilder row) {
    for (int i = 0; i < bronze.size(); i++) {
      if (i == 0 && letters.hasNext()) {
        row.setString(0, letters.next());
      } else if (random.nextInt(8) > 0) {
        Type type = bronze.type(i);
        switch (type.kind()) {
          case STRING -> row.setString(i, text());
          case INT -> row.setInt(i, (int) number());
          case LONG -> row.setLong(i, number());
          case DOUBLE -> row.setDouble(i, fraction());
          case BOOLEAN -> row.setBoolean(i, random.nextBoolean());
          case DATE -> row.setInt(i, day());
          case TIMESTAMP -> row.setLong(i, micros());
          case DECIMAL -> row.setDecimal(i, decimal(type));
          case BINARY -> throw new IllegalArgumentException("no rule takes a binary");
        }
      }
    }
  }

  private String text() {
    return switch (random.nextInt(8)) {
      case 0 -> oneOf(WORDS);
      case 1 -> number() + (random.nextBoolean() ? "" : "." + random.nextInt(1_000));
      case 2 -> random.nextBoolean() ? Double.toString(fraction()) : "$" + random.nextInt(99) + "%";
      case 3 -> LocalDate.ofEpochDay(day()).toString();
      case 4 -> time() + (random.nextBoolean() ? "Z" : "+02:00");
      case 5 -> json();
      default -> pieces();
    };
  }

  private String pieces() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(10); i >= 0; i--) {
      text.append(oneOf(PIECES));
    }
    return text.toString();
  }

  /** Members that the paths of the test name, and others. */
  private String json() {
    if (random.nextInt(8) == 0) {
      return oneOf(BROKEN_JSON);
    }
    String value = jsonValue(3);
    return random.nextInt(6) == 0 ? " " + value + "\n" : value;
  }

  private String jsonValue(int depth) {
    int kind = depth == 3 ? 6 : random.nextInt(depth == 0 ? 5 : 8);
    return switch (kind) {
      case 0 -> oneOf(List.of("1", "-0", "1.50", "1e3", "12345678901234567890", "0.1e-7"));
      case 1 -> oneOf(List.of("true", "false", "null"));
      case 2 -> "\"" + pieces().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
      case 3 -> oneOf(List.of("\"\"", "\"a\\u00e9\\n\\/\"", "\"\\ud83d\\ude8c\"", "\"x\\\"y\""));
      case 4 -> "'web'";
      case 5 -> list(() -> jsonValue(depth - 1), "[", "]");
      default -> list(() -> member(depth), "{", "}");
    };
  }

  private String member(int depth) {
    String name = oneOf(List.of("a", "a", "b", "a b", "list", "\u00e9", "A"));
    return "\"" + name + "\"" + oneOf(List.of(":", " : ")) + jsonValue(depth - 1);
  }

  private String list(Supplier<String> item, String open, String close) {
    List<String> items = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      items.add(item.get());
    }
    return open + String.join(oneOf(List.of(",", ", ")), items) + close;
  }

  private String oneOf(List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }

  /** Of every magnitude. */
  private long number() {
    return random.nextLong() >> random.nextInt(Long.SIZE);
  }

  private double fraction() {
    double[] edges = {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, 0.1, 1e7, 1e-3, 9.3e18};
    return switch (random.nextInt(4)) {
      case 0 -> edges[random.nextInt(edges.length)];
      case 1 -> Double.longBitsToDouble(random.nextLong());
      case 2 -> number();
      default -> random.nextInt() / 1000.0;
    };
  }

  private int day() {
    return random.nextInt(100_000_000) - 50_000_000 >> random.nextInt(20);
  }

  private long micros() {
    return random.nextInt(8) == 0 ? number() : random.nextInt() * 1_000_000L + random.nextInt(9);
  }

  private LocalDateTime time() {
    return LocalDateTime.ofEpochSecond(random.nextInt(), random.nextInt(1_000), ZoneOffset.UTC);
  }

  private BigDecimal decimal(Type type) {
    BigInteger limit = BigInteger.TEN.pow(1 + random.nextInt(type.precision()));
    BigInteger unscaled = new BigInteger(130, random).mod(limit);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
  }
}
