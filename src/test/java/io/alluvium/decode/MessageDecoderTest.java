package io.alluvium.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.decode.BronzeColumn.Constant;
import io.alluvium.decode.BronzeColumn.DateOf;
import io.alluvium.decode.BronzeColumn.FromRecord;
import io.alluvium.decode.BronzeColumn.FromRecord.Part;
import io.alluvium.decode.BronzeColumn.HourOf;
import io.alluvium.decode.BronzeColumn.IngestTime;
import io.alluvium.decode.BronzeColumn.JsonField;
import io.alluvium.decode.BronzeColumn.JsonText;
import io.alluvium.decode.BronzeColumn.Payload;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageDecoderTest {
  private static final List<BronzeColumn> COLUMNS =
      List.of(
          new DateOf("date", "at"),
          new HourOf("hour", "at"),
          new JsonField("s", Type.STRING, "s"),
          new JsonField("i", Type.INT, "i"),
          new JsonField("l", Type.LONG, "l"),
          new JsonField("d", Type.DOUBLE, "d"),
          new JsonField("b", Type.BOOLEAN, "b"),
          new JsonField("day", Type.DATE, "day"),
          new JsonField("at", Type.TIMESTAMP, "at"),
          new JsonField("n", Type.decimal(10, 2), "n"),
          new JsonText("text", "$.t"),
          new IngestTime("ingested"),
          new Constant("source", "kafka:é"),
          new Payload("payload"));
  private static final Schema SCHEMA = TflColumns.schema(COLUMNS);
  private static final long INGESTED = 1_780_000_000_000_000L;

  private static final List<BronzeColumn> PART_COLUMNS =
      List.of(
          new HourOf("hour", "time"),
          new FromRecord("partition", Part.PARTITION),
          new FromRecord("offset", Part.OFFSET),
          new FromRecord("time", Part.TIMESTAMP),
          new FromRecord("key", Part.KEY),
          new FromRecord("again", Part.KEY));
  private static final Schema PARTS = TflColumns.schema(PART_COLUMNS);

  private final RowBuilder out = new RowBuilder(SCHEMA);
  private final MessageDecoder decoder = new MessageDecoder(SCHEMA, COLUMNS);

  @Test
  void fillsEveryKindOfColumn() {
    // Given
    String message =
        """
        {"s":"é","i":-1,"l":3000000000,"d":1.5,"b":true,"day":"2026-06-02 x",
         "at":"2026-06-02T19:02:19.5558778Z","t":{"a": [1, "x"]},"unknown":{"s":[{"i":2}]}}""";

    // When
    Outcome outcome = decode(message);

    // Then
    assertThat(outcome).isEqualTo(new Outcome(Fault.NONE, false));
    assertThat(value("s")).isEqualTo("é");
    assertThat(value("i")).isEqualTo(-1);
    assertThat(value("l")).isEqualTo(3_000_000_000L);
    assertThat(value("d")).isEqualTo(1.5);
    assertThat(value("b")).isEqualTo(true);
    assertThat(value("day")).isEqualTo((int) LocalDate.of(2026, 6, 2).toEpochDay());
    assertThat(value("at")).isEqualTo(1_780_426_939_555_877L);
    assertThat(value("date")).isEqualTo((int) LocalDate.of(2026, 6, 2).toEpochDay());
    assertThat(value("hour")).isEqualTo(19);
    assertThat(value("text")).isEqualTo("{\"a\":[1,\"x\"]}");
    assertThat(value("ingested")).isEqualTo(INGESTED);
    assertThat(value("source")).isEqualTo("kafka:é");
    assertThat(value("payload")).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|EMPTY",
        "` \n`|EMPTY",
        "null|NOT_AN_OBJECT",
        "[]|NOT_AN_OBJECT",
        "[{\"i\":1}]|NOT_AN_OBJECT",
        "42|NOT_AN_OBJECT",
        "\"text\"|NOT_AN_OBJECT",
        "text|NOT_JSON",
        "{\"i\":1|NOT_JSON",
        "{\"i\":1,}|NOT_JSON",
        "{\"i\":tru}|NOT_JSON",
        "{\"i\":01}|NOT_JSON",
        "{\"i\":1 \"l\":2}|NOT_JSON",
        "{i:1}|NOT_JSON",
        "/**/{\"i\":1}|NOT_JSON",
        "\uFEFF{\"i\":1}|NOT_JSON",
        "{\"s\":\"\\q\"}|NOT_JSON",
        "{\"i\":1,\"s\":\"\\q}|NOT_JSON",
        "{\"i\":1,\"s\":{\"a\":]}}|NOT_JSON",
      })
  void whatIsNoObjectIsAPayloadWithNullFields(String message, Fault fault) {
    // Given
    decode("{\"s\":\"earlier\",\"i\":1,\"t\":2,\"at\":\"2026-01-01\"}");

    // When
    Outcome outcome = decode(message);

    // Then
    assertThat(outcome).isEqualTo(new Outcome(fault, false));
    assertThat(value("payload")).isEqualTo(message);
    assertThat(List.of("s", "i", "l", "d", "b", "day", "at", "date", "hour", "text"))
        .allSatisfy(name -> assertThat(value(name)).isNull());
    assertThat(value("ingested")).isEqualTo(INGESTED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12|12.00",
        "-0.005|-0.01",
        "1.25E3|1250.00",
        "0E50|0.00",
        "1E-99999|0.00",
        "\"12.345\"|12.35",
        "\"1,2,34.5,\"|1234.50",
        "\"+7e1\"|70.00",
        "true|",
        "\"\"|",
        "\" 1\"|",
        "\"1 \"|",
        "\"x\"|",
        "NaN|",
        "\"Infinity\"|",
        "[1]|",
        "123456789.12|",
        "1E2147483647|",
      })
  void decimalsAreNumbersOrTheirText(String json, BigDecimal expected) {
    // When
    Outcome outcome = decode("{\"n\":" + json + ",\"i\":1}");

    // Then
    assertThat(outcome.fault()).isEqualTo(Fault.NONE);
    assertThat(value("n")).isEqualTo(expected);
    assertThat(value("i")).isEqualTo(1);
  }

  @Test
  void aNullValueIsARowWithoutPayload() {
    // Given
    decode("{\"s\":\"earlier\"}");

    // When
    Outcome outcome = decoder.decode(Records.of(null), INGESTED, out);

    // Then
    assertThat(outcome).isEqualTo(new Outcome(Fault.NULL_VALUE, false));
    assertThat(value("payload")).isNull();
    assertThat(value("s")).isNull();
    assertThat(value("source")).isEqualTo("kafka:é");
  }

  @Test
  void invalidUtf8IsReportedBesideAnyFaultAndReplaced() {
    // Given
    byte[] message = "{\"s\":\"a?b\"".getBytes(StandardCharsets.UTF_8);
    message[7] = (byte) 0xFF;

    // When
    Outcome outcome = decoder.decode(Records.of(message), INGESTED, out);

    // Then
    assertThat(outcome).isEqualTo(new Outcome(Fault.NOT_JSON, true));
    assertThat(value("payload")).isEqualTo("{\"s\":\"a\uFFFDb\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // Of a field that comes twice the last fitting value counts.
        "{\"i\":1,\"i\":2}|i|2",
        "{\"i\":1,\"i\":\"x\"}|i|1",
        "{\"i\":1,\"i\":3000000000}|i|1",
        "{\"i\":1,\"i\":null}|i|",
        "{\"at\":\"2026-01-01\",\"at\":\"x\"}|at|",
        "{\"t\":1,\"t\":2}|text|1",
        "{\"t\":null,\"t\":2}|text|2",
        // A field of the wrong type is null, the others are not.
        "{\"i\":\"1\",\"l\":2}|l|2",
        "{\"i\":{\"l\":1},\"l\":2}|l|2",
        "{\"i\":1.0}|i|",
        "{\"i\":-0}|i|0",
        "{\"l\":9223372036854775808}|l|",
        "{\"b\":\"true\"}|b|",
        "{\"b\":1}|b|",
        "{\"d\":7}|d|7.0",
        "{\"d\":-0}|d|0.0",
        "{\"d\":-0.0}|d|-0.0",
        "{\"d\":\"7\"}|d|",
        "{\"d\":\"NaN\"}|d|NaN",
        "{\"d\":\"-INF\"}|d|-Infinity",
        "{\"d\":\"inf\"}|d|",
        "{\"d\":1e999}|d|Infinity",
        // Strings, dates and timestamps take any value as text.
        "{\"s\":12}|s|12",
        "{\"s\":-0}|s|0",
        "{\"s\":1.50}|s|1.5",
        "{\"s\":1e3}|s|1000.0",
        "{\"s\":NaN}|s|\"NaN\"",
        "{\"s\":false}|s|false",
        "{\"s\":[1, null, {\"a\\n\":\"\\/\\u0001\"}]}|s|[1,null,{\"a\\n\":\"/\\u0001\"}]",
        "{\"s\":\"\\ud83d\"}|s|?",
        "{\"s\":[\"\\ud83d\\ude00\"]}|s|[\"\\uD83D\\uDE00\"]",
        "{\"at\":1970}|at|0",
        "{\"day\":1970}|day|0",
        "{\"at\":[1970]}|at|",
        // What follows the object isn't read.
        "{\"i\":1} xyz|i|1",
        "{\"i\":1}{\"i\":2}|i|1",
        "{'i':1}|i|1",
        "{\"I\":1}|i|",
        // One reader takes NaN, the other takes control characters.
        "{\"t\":1,\"d\":NaN}|d|NaN",
        "{\"t\":1,\"d\":NaN}|text|",
        "{\"t\":1,\"u\":[+INF]}|text|",
        "{\"t\":[NaN]}|text|",
        "{\"t\":1,\"d\":\"NaN\"}|text|1",
        "{\"t\":1,\"s\":\"\u0001\"}|text|1",
        "{\"t\":\"a\u0001b\",\"i\":2}|text|a\u0001b",
        "{\"t\":1,\"s\":\"\u0001\"}|s|",
        "{\"t\":\"\\ud83d\"}|text|",
        "{\"t\":\"\\ud83d\\ude00\"}|text|\uD83D\uDE00",
      })
  void readsFieldsAsSparkDoes(String message, String column, String expected) {
    // When
    decode(message);

    // Then
    Object value = value(column);
    assertThat(value == null ? null : value.toString()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 300, 999})
  void readsNestedValuesToTheLimit(int levels) {
    // Given
    String nested = "[".repeat(levels) + "]".repeat(levels);

    // When
    Outcome outcome = decode("{\"s\":" + nested + ",\"t\":" + nested + ",\"u\":" + nested + "}");

    // Then
    assertThat(outcome.fault()).isEqualTo(Fault.NONE);
    assertThat(value("s")).isEqualTo(nested);
    assertThat(value("text")).isEqualTo(nested);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s", "t", "u", "i"})
  void nestingBeyondTheLimitIsBrokenJson(String field) {
    // Given
    String nested = "[".repeat(100_000) + "]".repeat(100_000);

    // When
    Outcome outcome = decode("{\"i\":1,\"" + field + "\":" + nested + "}");

    // Then
    assertThat(outcome.fault()).isEqualTo(Fault.NOT_JSON);
    assertThat(value("i")).isNull();
    assertThat((String) value("payload")).contains(nested);
  }

  @Test
  void takesMessagesOfMegabytesAndSmallOnesAfter() {
    // Given
    String large = "é".repeat(1_500_000);
    decode("{\"s\":\"" + large + "\",\"t\":[\"" + large + "\"]}");
    Row row = out.build();

    // When
    decode("{\"s\":\"small\"}");

    // Then
    assertThat(row.getString(SCHEMA.require("s"))).isEqualTo(large);
    assertThat(row.getString(SCHEMA.require("text"))).isEqualTo("[\"" + large + "\"]");
    assertThat(value("s")).isEqualTo("small");
  }

  @Test
  void aFieldMayFeedManyColumns() {
    // Given
    List<BronzeColumn> columns =
        List.of(
            new JsonField("raw", Type.STRING, "f"),
            new JsonField("number", Type.INT, "f"),
            new JsonText("text", "$['f']"),
            new JsonText("inner", "$.g[1].h"),
            new JsonText("all", "$"),
            new JsonField("g", Type.STRING, "g"));
    Schema schema = TflColumns.schema(columns);
    RowBuilder row = new RowBuilder(schema);
    byte[] message = "{\"f\":7, \"g\":[0,{\"h\":\"x\"}]}".getBytes(StandardCharsets.UTF_8);

    // When
    new MessageDecoder(schema, columns).decode(Records.of(message), 0, row);

    // Then
    assertThat(row.build().toString())
        .isEqualTo(
            "{raw=7, number=7, text=7, inner=x, all={\"f\":7,\"g\":[0,{\"h\":\"x\"}]},"
                + " g=[0,{\"h\":\"x\"}]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|null",
        "{\"a\":1,\"t\":{\"x\":1},\"p\":2}|null",
        "{\"z\":1,\"a\":1,\"b\":null,\"c\":\"x\"}|{\"z\":1,\"b\":null,\"c\":\"x\"}",
        "{\"z\":1,\"a\":{},\"z\":[1.10, {\"a\" : -0}],\"a\":2}|{\"z\":1,\"z\":[1.1,{\"a\":0}]}",
        "{\"A\":\"\\u00e9\\n\\ud83d\",\"\\\"\\ud83d\\ude00\":{}}"
            + "|{\"A\":\"é\\n\\uD83D\",\"\\\"\\uD83D\\uDE00\":{}}",
        "{'z':NaN,'t':{'x':1}}|{\"z\":\"NaN\"}",
        "{\"\":[]}|{\"\":[]}",
        "{\"z\":1|null",
        "{\"z\":1}}|{\"z\":1}",
        "[{\"z\":1}]|null",
        "|null"
      })
  void whatNoColumnReadsIsOneObject(String message, String unknown) {
    // Given
    List<BronzeColumn> columns =
        List.of(
            new JsonField("a", Type.STRING, "a"),
            new JsonField("again", Type.INT, "a"),
            new BronzeColumn.UnknownFields("rest"),
            new JsonText("x", "$.t.x"),
            new JsonText("all", "$"),
            new JsonField("p", Type.INT, "p"),
            new Payload("payload"));
    Schema schema = TflColumns.schema(columns);
    RowBuilder row = new RowBuilder(schema);
    MessageDecoder unknowns = new MessageDecoder(schema, columns);
    unknowns.decode(Records.of(utf8("{\"before\":true}")), 0, row);

    // When
    unknowns.decode(Records.of(message == null ? null : utf8(message)), 0, row);

    // Then
    Object rest = row.build().get(schema.require("rest"));
    assertThat(String.valueOf(rest)).isEqualTo(unknown);
  }

  @Test
  void partsOfTheRecordAreColumns() {
    // Given
    MessageDecoder records = new MessageDecoder(PARTS, PART_COLUMNS);
    RowBuilder row = new RowBuilder(PARTS);
    SourceRecord record =
        new SourceRecord(3, 5_000_000_000L, 1_780_426_939_555L, utf8("ké"), utf8("{}"));

    // When
    Outcome outcome = records.decode(record, INGESTED, row);

    // Then
    assertThat(outcome).isEqualTo(new Outcome(Fault.NONE, false));
    assertThat(row.build().toString())
        .isEqualTo(
            "{hour=19, partition=3, offset=5000000000, time=1780426939555000, key=ké, again=ké}");
  }

  @ParameterizedTest
  @ValueSource(longs = {SourceRecord.NO_TIMESTAMP, Long.MAX_VALUE, Long.MIN_VALUE})
  void aRecordWithoutKeyAndTimestampHasNone(long timestamp) {
    // Given
    MessageDecoder records = new MessageDecoder(PARTS, PART_COLUMNS);
    RowBuilder row = new RowBuilder(PARTS);

    // When
    Outcome outcome = records.decode(new SourceRecord(0, 1, timestamp, null, null), INGESTED, row);

    // Then
    assertThat(outcome).isEqualTo(new Outcome(Fault.NULL_VALUE, false));
    assertThat(row.build().toString())
        .isEqualTo("{hour=null, partition=0, offset=1, time=null, key=null, again=null}");
  }

  @Test
  void aTimeBeforeTheEpochIsOne() {
    // Given
    MessageDecoder records = new MessageDecoder(PARTS, PART_COLUMNS);
    RowBuilder row = new RowBuilder(PARTS);

    // When
    records.decode(new SourceRecord(0, 1, -2, null, null), INGESTED, row);

    // Then
    assertThat(row.getLong(PARTS.require("time"))).isEqualTo(-2_000);
  }

  @Test
  void aKeyThatIsNoUtf8IsReplacedAndTold() {
    // Given
    MessageDecoder records = new MessageDecoder(PARTS, PART_COLUMNS);
    RowBuilder row = new RowBuilder(PARTS);
    byte[] key = {'k', (byte) 0xC3};

    // When
    Outcome outcome = records.decode(new SourceRecord(0, 1, 2, key, utf8("{}")), INGESTED, row);

    // Then
    assertThat(outcome).isEqualTo(new Outcome(Fault.NONE, true));
    assertThat(row.build().getString(PARTS.require("key"))).isEqualTo("k\uFFFD");
  }

  @Test
  void aKeyThatHasNoColumnMayBeAnything() {
    // Given
    SourceRecord record = new SourceRecord(0, 1, 2, new byte[] {(byte) 0xC3}, utf8("{}"));

    // When
    Outcome outcome = decoder.decode(record, INGESTED, out);

    // Then
    assertThat(outcome).isEqualTo(new Outcome(Fault.NONE, false));
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void outcomesAreMadeOnce(Fault fault) {
    // When
    Outcome outcome = Outcome.of(fault, true);

    // Then
    assertThat(outcome).isEqualTo(new Outcome(fault, true)).isSameAs(Outcome.of(fault, true));
  }

  @Test
  void columnsMustFitTheSchema() {
    // Given
    Schema other = Schema.of(new Column("s", Type.INT));
    List<BronzeColumn> columns = List.of(new JsonField("s", Type.STRING, "s"));

    // When
    // Then
    assertThatThrownBy(() -> new MessageDecoder(other, columns))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("doesn't make");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Outcome decode(String message) {
    return decoder.decode(Records.of(message.getBytes(StandardCharsets.UTF_8)), INGESTED, out);
  }

  private Object value(String column) {
    return out.build().get(SCHEMA.require(column));
  }
}
