package io.alluvium.cast;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.row.Column;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class CastPropertiesTest {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final Schema TIMESTAMP = Schema.of(new Column("c", Type.TIMESTAMP));

  @Property
  void everyTextCastsOrDoesNotButNeverThrows(@ForAll String text, @ForAll("types") Type type) {
    // Given
    RowBuilder out = new RowBuilder(Schema.of(new Column("c", type)));

    // When
    boolean isValue = StringCast.to(type).cast(text.toCharArray(), 0, text.length(), 0, out, 0);

    // Then
    assertThat(out.isNull(0)).isEqualTo(!isValue);
  }

  @Property(tries = 3000)
  void decimalsAreThoseOfBigDecimal(
      @ForAll("nearlyDecimals") String text, @ForAll("decimalTypes") Type type) {
    // Given
    RowBuilder out = new RowBuilder(Schema.of(new Column("c", type)));

    // When
    StringCast.to(type).cast(text.toCharArray(), 0, text.length(), 0, out, 0);

    // Then
    assertThat(out.build().get(0)).isEqualTo(decimal(text, type).orElse(null));
  }

  /** As Spark goes about it: the whole number first. */
  private static Optional<BigDecimal> decimal(String text, Type type) {
    try {
      BigDecimal number = new BigDecimal(text.trim());
      if (number.precision() - number.scale() > Type.MAX_PRECISION) {
        return Optional.empty();
      }
      return Optional.of(number.setScale(type.scale(), RoundingMode.HALF_UP))
          .filter(rounded -> rounded.precision() <= type.precision());
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  @Provide
  Arbitrary<String> nearlyDecimals() {
    Arbitrary<String> digits = Arbitraries.strings().withChars("000123456789").ofMaxLength(45);
    Arbitrary<String> fractions =
        Combinators.combine(Arbitraries.of(".", ".5", ".4", ".49", ".."), digits)
            .as((point, rest) -> point + rest);
    return Combinators.combine(
            Arbitraries.of("", "-", "+", " ", "\t-", "\u2003", "\u007F"),
            digits,
            Arbitraries.oneOf(Arbitraries.of("", "", "\u0663", "x"), fractions),
            Arbitraries.of(
                "", "", "e0", "E5", "e-5", "e+050", "e-60", "e", "e1.5", "e\u0663", "e00000000003"),
            Arbitraries.of("", " \n"))
        .as((sign, whole, fraction, exponent, end) -> sign + whole + fraction + exponent + end);
  }

  @Provide
  Arbitrary<Type> types() {
    return Arbitraries.oneOf(Arbitraries.of(Type.PLAIN), decimalTypes());
  }

  @Provide
  Arbitrary<Type> decimalTypes() {
    return Arbitraries.of(
        Type.decimal(1, 0),
        Type.decimal(5, 5),
        Type.decimal(9, 2),
        Type.decimal(18, 6),
        Type.decimal(19, 1),
        Type.decimal(38, 0),
        Type.decimal(38, 18),
        Type.decimal(38, 38));
  }

  @Property(tries = 5000)
  void theShortWayToATimestampGivesWhatTheLongOneGives(@ForAll("nearlyTimestamps") String text) {
    // Given
    RowBuilder longWay = new RowBuilder(TIMESTAMP);
    RowBuilder shortWay = new RowBuilder(TIMESTAMP);
    TimestampText.cast(text.toCharArray(), 0, text.length(), 0, longWay, 0);

    // When
    new TimestampCast().cast(text.toCharArray(), 0, text.length(), 0, shortWay, 0);

    // Then
    assertThat(shortWay.build()).isEqualTo(longWay.build());
  }

  @Provide
  Arbitrary<String> nearlyTimestamps() {
    Arbitrary<String> whole =
        Combinators.combine(
                Arbitraries.integers().between(0, 9999),
                Arbitraries.integers().between(0, 13),
                Arbitraries.integers().between(0, 32),
                Arbitraries.integers().between(0, 24),
                Arbitraries.integers().between(0, 60),
                Arbitraries.of("", ".", ".1", ".1234567", ".000001"),
                Arbitraries.of("", "Z", "+01:00", "-17:59", "+18:00", "+1", " UTC", "z"))
            .as(
                (year, month, day, hour, minute, fraction, zone) ->
                    String.format(
                        "%04d-%02d-%02dT%02d:%02d:59%s%s",
                        year, month, day, hour, minute, fraction, zone));
    Arbitrary<Integer> place = Arbitraries.integers().between(0, 200);
    Arbitrary<String> changed =
        Combinators.combine(whole, place, Arbitraries.of("", "x", "0", "-", ":", " ", "T"))
            .as(
                (text, at, with) -> {
                  int i = at % text.length();
                  return text.substring(0, i) + with + text.substring(i + 1);
                });
    return Arbitraries.oneOf(whole, changed);
  }

  @Property
  void timestampsAgreeWithJavaTime(@ForAll("instants") Instant instant) {
    // Given
    String text = instant.toString();
    RowBuilder out = new RowBuilder(TIMESTAMP);

    // When
    new TimestampCast().cast(text.toCharArray(), 0, text.length(), 0, out, 0);

    // Then
    assertThat(out.getLong(0)).isEqualTo(micros(instant));
  }

  @Property
  void datesAndHoursAgreeWithJavaTime(@ForAll("instants") Instant instant) {
    // Given
    LocalDateTime utc = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);

    // When
    int date = UtcTime.date(micros(instant));

    // Then
    assertThat(date).isEqualTo((int) utc.toLocalDate().toEpochDay());
    assertThat(UtcTime.hour(micros(instant))).isEqualTo(utc.getHour());
  }

  @Provide
  Arbitrary<Instant> instants() {
    long first = Instant.parse("-9998-01-01T00:00:00Z").getEpochSecond();
    long last = Instant.parse("+200000-01-01T00:00:00Z").getEpochSecond();
    return Combinators.combine(
            Arbitraries.longs().between(first, last),
            Arbitraries.integers().between(0, (int) MICROS_PER_SECOND - 1))
        .as((second, micros) -> Instant.ofEpochSecond(second, micros * 1000L));
  }

  @Property
  void daysAgreeWithJavaTime(@ForAll @IntRange(min = -100_000_000, max = 100_000_000) int day) {
    // Given
    LocalDate date = LocalDate.ofEpochDay(day);

    // When
    long epochDay = UtcTime.epochDay(date.getYear(), date.getMonthValue(), date.getDayOfMonth());

    // Then
    assertThat(epochDay).isEqualTo(day);
    assertThat(UtcTime.isDate(date.getYear(), date.getMonthValue(), date.getDayOfMonth())).isTrue();
  }

  @Property
  void decodesBytesAsStringDoes(@ForAll @Size(max = 100) byte[] bytes) {
    // Given
    Utf8Decoder decoder = new Utf8Decoder();
    String expected = new String(bytes, StandardCharsets.UTF_8);

    // When
    decoder.decode(bytes, 0, bytes.length);

    // Then
    assertThat(new String(decoder.chars(), 0, decoder.length())).isEqualTo(expected);
    assertThat(decoder.isValid()).isEqualTo(expected.indexOf('\uFFFD') < 0);
  }

  @Property
  void decodesTextAndNoticesControlCharacters(
      @ForAll String text, @ForAll @IntRange(max = 9) int o) {
    // Given
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    byte[] padded = new byte[utf8.length + o];
    System.arraycopy(utf8, 0, padded, o, utf8.length);
    Utf8Decoder decoder = new Utf8Decoder();

    // When
    decoder.decode(padded, o, utf8.length);

    // Then
    assertThat(decoder.isValid()).isTrue();
    assertThat(new String(decoder.chars(), 0, decoder.length()).getBytes(StandardCharsets.UTF_8))
        .isEqualTo(utf8);
    if (text.chars().anyMatch(c -> c < ' ')) {
      assertThat(decoder.hasControls()).isTrue();
    }
  }

  private static long micros(Instant instant) {
    return instant.getEpochSecond() * MICROS_PER_SECOND + instant.getNano() / 1000;
  }
}
