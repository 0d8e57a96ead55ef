package io.alluvium.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackOffTest {
  private static final Duration FIRST = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final Optional<Duration> NOT_SAID = Optional.empty();

  private static BackOff backOff(double random) {
    return new BackOff(FIRST, LONGEST, () -> random);
  }

  @Test
  void doublesUpToTheLimitAndBeginsAnewAfterASuccess() {
    // Given
    BackOff backOff = backOff(0);
    List<Duration> failed = Stream.generate(() -> backOff.failed(NOT_SAID)).limit(5).toList();

    // When
    backOff.succeeded();

    // Then
    assertThat(failed).extracting(Duration::toSeconds).containsExactly(2L, 4L, 8L, 10L, 10L);
    assertThat(backOff.failed(NOT_SAID)).isEqualTo(FIRST);
  }

  @Property
  void staysWithinBounds(
      @ForAll @DoubleRange(max = 1, maxIncluded = false) double random,
      @ForAll @IntRange(max = 200) int failures) {
    // Given
    BackOff backOff = backOff(random);
    for (int i = 0; i < failures; i++) {
      backOff.failed(NOT_SAID);
    }

    // When
    Duration pause = backOff.failed(NOT_SAID);

    // Then
    assertThat(pause).isBetween(FIRST.dividedBy(2), LONGEST);
  }

  @Property
  void neverComesBackBeforeTheServerAsks(
      @ForAll @DoubleRange(max = 1, maxIncluded = false) double random,
      @ForAll @IntRange(max = 3_600) int seconds) {
    // Given
    Duration asked = Duration.ofSeconds(seconds);

    // When
    Duration pause = backOff(random).failed(Optional.of(asked));

    // Then
    assertThat(pause).isBetween(asked, asked.plus(asked.dividedBy(10)));
  }

  @Test
  void aServerThatAsksForDaysIsAskedWithinTheHour() {
    // Given
    BackOff backOff = backOff(0);

    // When
    Duration pause = backOff.failed(Optional.of(Duration.ofDays(3)));

    // Then
    assertThat(pause).isEqualTo(BackOff.LONGEST_ASKED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|0",
        " 120 |120",
        "Thu, 01 Jan 2026 08:01:30 GMT|90",
        "Thu, 01 Jan 2026 07:00:00 GMT|0",
        "soon|",
        "-5|",
        "''|",
        "99999999999|",
        "Thu, 01 Jan 2026|"
      })
  void retryAfterIsSecondsOrADate(String value, Long seconds) {
    // Given
    Instant now = Instant.parse("2026-01-01T08:00:00Z");

    // When
    Optional<Duration> wait = RetryAfter.parse(value, now);

    // Then
    assertThat(wait.map(Duration::toSeconds)).isEqualTo(Optional.ofNullable(seconds));
  }
}
