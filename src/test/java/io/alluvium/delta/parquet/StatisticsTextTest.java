package io.alluvium.delta.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class StatisticsTextTest {
  private static final String GREATEST = Character.toString(Character.MAX_CODE_POINT);

  /** Around the 32nd character, with characters of every length in UTF-8 and the greatest one. */
  @Provide
  Arbitrary<String> longStrings() {
    Arbitrary<Integer> points =
        Arbitraries.oneOf(
            Arbitraries.of(0x7E, 0x7F, 0x80, 0xFFFF, 0x10000, Character.MAX_CODE_POINT),
            Arbitraries.integers().between(0, 0xD7FF),
            Arbitraries.integers().between(0xE000, Character.MAX_CODE_POINT));
    return points
        .list()
        .ofMinSize(28)
        .ofMaxSize(70)
        .map(
            list -> {
              StringBuilder text = new StringBuilder();
              list.forEach(text::appendCodePoint);
              return text.toString();
            });
  }

  @Property
  void stringBoundsEncloseTheValue(@ForAll("longStrings") String value) {
    // Given
    byte[] utf8 = utf8(value);
    // When
    String lower = StatisticsText.lowerBound(utf8);
    String upper = StatisticsText.upperBound(utf8);
    // Then
    assertThat(Arrays.compareUnsigned(utf8(lower), utf8)).isNotPositive();
    assertThat(lower.codePoints().count()).isLessThanOrEqualTo(32);
    if (upper != null) {
      assertThat(Arrays.compareUnsigned(utf8(upper), utf8)).isNotNegative();
      assertThat(upper.codePoints().count()).isLessThanOrEqualTo(65);
    }
  }

  @Test
  void shortStringsAreExact() {
    // Given
    byte[] value = utf8("é".repeat(32));
    // When
    String upper = StatisticsText.upperBound(value);
    // Then
    assertThat(upper).isEqualTo("é".repeat(32)).isEqualTo(StatisticsText.lowerBound(value));
  }

  @Test
  void theTieBreakerIsGreaterThanWhatWasCutOff() {
    // Given
    String ascii = "a".repeat(32);
    // When
    String[] bounds = {
      StatisticsText.upperBound(utf8(ascii + "b")),
      StatisticsText.upperBound(utf8(ascii + "\u007F")),
      StatisticsText.upperBound(utf8(ascii + GREATEST + "b")),
      StatisticsText.upperBound(utf8(GREATEST.repeat(80)))
    };
    // Then
    assertThat(bounds)
        .containsExactly(ascii + "\u007F", ascii + GREATEST, ascii + GREATEST + "\u007F", null);
  }

  @Test
  void bytesThatAreNoTextHaveNoBounds() {
    // Given
    byte[] broken = {'a', (byte) 0xC3};
    // When
    String upper = StatisticsText.upperBound(broken);
    // Then
    assertThat(upper).isNull();
    assertThat(StatisticsText.lowerBound(broken)).isNull();
  }

  @Property
  void timestampBoundsEncloseTheInstant(
      @ForAll @LongRange(min = -62_135_596_800_000_000L, max = 253_402_300_799_999_000L)
          long micros) {
    // Given
    Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    // When
    Instant floor = Instant.parse(StatisticsText.timestampFloor(micros));
    Instant ceiling = Instant.parse(StatisticsText.timestampCeiling(micros));
    // Then
    assertThat(floor).isBetween(instant.minusMillis(1).plusNanos(1), instant);
    assertThat(ceiling).isBetween(instant, instant.plusMillis(1).minusNanos(1));
  }

  @Test
  void yearsThatReadersCannotParseHaveNoBounds() {
    // Given
    long year10000 = 253_402_300_800_000_000L;
    // When
    String[] bounds = {
      StatisticsText.timestampCeiling(year10000 - 999),
      StatisticsText.timestampFloor(-62_135_596_800_000_001L),
      StatisticsText.timestampFloor(Long.MIN_VALUE),
      StatisticsText.timestampCeiling(Long.MAX_VALUE),
      StatisticsText.date(Integer.MAX_VALUE),
      StatisticsText.date(Integer.MIN_VALUE),
      StatisticsText.date(LocalDate.of(1582, 10, 10).toEpochDay())
    };
    // Then
    assertThat(bounds).containsOnlyNulls();
    assertThat(StatisticsText.timestampCeiling(year10000 - 1_000))
        .isEqualTo("9999-12-31T23:59:59.999Z");
    assertThat(StatisticsText.date(LocalDate.of(999, 1, 2).toEpochDay())).isEqualTo("0999-01-02");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
