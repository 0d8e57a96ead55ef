package io.alluvium.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class MessageDecoderPropertiesTest {
  private static final List<BronzeColumn> COLUMNS = TflColumns.bronze();
  private static final Schema SCHEMA = TflColumns.schema(COLUMNS);
  private static final JsonFactory JACKSON = new JsonFactory();

  private final MessageDecoder decoder = new MessageDecoder(SCHEMA, COLUMNS);
  private final RowBuilder out = new RowBuilder(SCHEMA);

  @Property
  void anyBytesAreOneRowWithTheirPayload(@ForAll byte[] message) {
    // When
    Outcome outcome = decoder.decode(Records.of(message), 1, out);

    // Then
    assertIsRowOf(message, outcome);
  }

  @Property
  void anyBrokenMessageIsOneRowWithItsPayload(@ForAll("brokenMessages") byte[] message) {
    // When
    Outcome outcome = decoder.decode(Records.of(message), 1, out);

    // Then
    assertIsRowOf(message, outcome);
  }

  @Property
  void aMessageDoesntDependOnTheOneBefore(
      @ForAll("brokenMessages") byte[] before, @ForAll("brokenMessages") byte[] message) {
    // Given
    RowBuilder alone = new RowBuilder(SCHEMA);
    Outcome outcome = new MessageDecoder(SCHEMA, COLUMNS).decode(Records.of(message), 1, alone);
    decoder.decode(Records.of(before), 2, out);

    // When
    Outcome after = decoder.decode(Records.of(message), 1, out);

    // Then
    assertThat(after).isEqualTo(outcome);
    assertThat(out.build()).isEqualTo(alone.build());
  }

  @Property
  void rendersValuesAsTheGeneratorOfJacksonDoes(@ForAll("values") String json) throws IOException {
    // Given
    String value = "[" + json + "]";
    String message = "{\"stationName\":" + value + ",\"timing\":" + value + "}";
    String expected = copiedByJackson(value);

    // When
    decoder.decode(Records.of(message.getBytes(StandardCharsets.UTF_8)), 1, out);

    // Then
    assertThat(out.getString(SCHEMA.require("stationName"))).isEqualTo(expected);
    assertThat(out.getString(SCHEMA.require("timing"))).isEqualTo(expected);
  }

  @Property
  void knownAndUnknownFieldsTogetherAreTheMessage(
      @ForAll("members") List<Tuple.Tuple2<String, String>> members) throws IOException {
    // Given
    List<BronzeColumn> columns =
        List.of(
            new BronzeColumn.JsonField("a", Type.STRING, "a"),
            new BronzeColumn.UnknownFields("rest"),
            new BronzeColumn.JsonText("e", "$.é"));
    Schema schema = TflColumns.schema(columns);
    MessageDecoder both = new MessageDecoder(schema, columns);
    RowBuilder whole = new RowBuilder(schema);
    RowBuilder known = new RowBuilder(schema);
    Predicate<Tuple.Tuple2<String, String>> read =
        m -> m.get1().equals("a") || m.get1().equals("é");
    both.decode(Records.of(object(members.stream().filter(read)).getBytes(UTF_8)), 1, known);
    String others = object(members.stream().filter(read.negate()));

    // When
    both.decode(Records.of(object(members.stream()).getBytes(UTF_8)), 1, whole);

    // Then
    assertThat(whole.isNull(1) ? "{}" : whole.getString(1)).isEqualTo(copiedByJackson(others));
    assertThat(whole.build().get(0)).isEqualTo(known.build().get(0));
    assertThat(whole.build().get(2)).isEqualTo(known.build().get(2));
    assertThat(known.isNull(1)).isTrue();
  }

  private static String object(Stream<Tuple.Tuple2<String, String>> members) {
    return members
        .map(member -> quoted(member.get1()) + " : " + member.get2())
        .collect(Collectors.joining(", ", "{", " }"));
  }

  @Provide
  Arbitrary<List<Tuple.Tuple2<String, String>>> members() {
    Arbitrary<String> names = Arbitraries.of("a", "é", "A", "x\"\n", "\uD83D\uDE00", "");
    return Combinators.combine(names, values()).as(Tuple::of).list().ofMaxSize(6);
  }

  private void assertIsRowOf(byte[] message, Outcome outcome) {
    String text = new String(message, StandardCharsets.UTF_8);
    assertThat(out.getString(SCHEMA.require("raw_payload"))).isEqualTo(text);
    assertThat(outcome.invalidUtf8())
        .isEqualTo(!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), message));
    assertThat(out.getLong(SCHEMA.require("ingest_ts"))).isEqualTo(1);
    if (outcome.fault() != Fault.NONE) {
      assertThat(out.isNull(SCHEMA.require("id"))).isTrue();
      assertThat(out.isNull(SCHEMA.require("event_date"))).isTrue();
    }
  }

  private static String copiedByJackson(String json) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonParser parser = JACKSON.createParser(json.toCharArray());
        JsonGenerator generator = JACKSON.createGenerator(bytes, JsonEncoding.UTF8)) {
      parser.nextToken();
      generator.copyCurrentStructure(parser);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Provide
  Arbitrary<byte[]> brokenMessages() {
    Arbitrary<Byte> replacement =
        Arbitraries.oneOf(
            Arbitraries.bytes(),
            Arbitraries.of('"', '\'', '{', '}', '[', ']', ',', ':', '\\', '\n', '\u0001', '-', 'N')
                .map(c -> (byte) c.charValue()));
    Arbitrary<Map<Integer, Byte>> changes =
        Arbitraries.maps(Arbitraries.integers().between(0, 400), replacement).ofMaxSize(3);
    return Combinators.combine(messages(), changes, Arbitraries.integers().between(1, 4000))
        .as(
            (text, changed, length) -> {
              byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
              changed.forEach((at, with) -> bytes[at % bytes.length] = with);
              return Arrays.copyOf(bytes, Math.min(bytes.length, length));
            });
  }

  private Arbitrary<String> messages() {
    Arbitrary<String> member =
        Combinators.combine(Arbitraries.of(SCHEMA.columns()).map(column -> column.name()), values())
            .as((name, value) -> "\"" + name + "\":" + value);
    return member.list().ofMaxSize(8).map(members -> "{" + String.join(",", members) + "}");
  }

  @Provide
  Arbitrary<String> values() {
    Arbitrary<String> string =
        Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(8),
                Arbitraries.of("2026-06-02T19:02:19.5Z", "\uD83D\uDE00", "\uD83D", "", "\u007F"))
            .map(MessageDecoderPropertiesTest::quoted);
    Arbitrary<String> number =
        Arbitraries.oneOf(
            Arbitraries.longs().map(String::valueOf),
            Arbitraries.bigIntegers().map(String::valueOf),
            Arbitraries.doubles().map(String::valueOf),
            Arbitraries.of("-0", "0", "-0.0", "1.50", "1e3", "1E-7", "1e999", "-1e-999"));
    Arbitrary<String> scalar =
        Arbitraries.frequencyOf(
            Tuple.of(4, string), Tuple.of(4, number), Tuple.of(1, Arbitraries.of("true", "null")));
    return Arbitraries.recursive(() -> scalar, MessageDecoderPropertiesTest::nested, 0, 3);
  }

  private static Arbitrary<String> nested(Arbitrary<String> inner) {
    Arbitrary<String> name =
        Arbitraries.of("a", "é", "a\"b", "a\nb", "\uD83D\uDE00")
            .map(MessageDecoderPropertiesTest::quoted);
    Arbitrary<String> member = Combinators.combine(name, inner).as((n, value) -> n + " : " + value);
    return Arbitraries.oneOf(
        inner.list().ofMaxSize(3).map(list -> "[" + String.join(" , ", list) + "]"),
        member.list().ofMaxSize(3).map(list -> "{" + String.join(",\n", list) + "}"));
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
