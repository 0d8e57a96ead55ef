package io.alluvium.delta.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogRetentionTest {
  @ParameterizedTest
  @CsvSource({
    "interval 30 days, PT720H",
    "INTERVAL 1 week 2 days 3 hours, PT219H",
    "interval 1 day, PT24H",
    "7 days, PT168H",
    "interval  90 minutes, PT1H30M",
    "interval 1500 milliseconds, PT1.5S"
  })
  void deltaIntervalsAreRead(String text, Duration expected) {
    // When
    Optional<Duration> retention = LogRetention.of(Map.of(LogRetention.DURATION, text));

    // Then
    assertThat(retention).contains(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "interval 1 month",
    "interval -1 days",
    "1 daysworth",
    "interval",
    "5",
    "interval 0 s"
  })
  void whatCannotBeUnderstoodKeepsEverything(String text) {
    // When
    Optional<Duration> retention = LogRetention.of(Map.of(LogRetention.DURATION, text));

    // Then
    assertThat(retention).isEmpty();
  }

  @Test
  void aTableThatWantsNoCleaningKeepsEverything() {
    // When
    Optional<Duration> retention =
        LogRetention.of(
            Map.of(
                "delta.enableExpiredLogCleanup",
                "false",
                LogRetention.DURATION,
                "interval 1 days"));

    // Then
    assertThat(retention).isEmpty();
    assertThat(LogRetention.of(Map.of())).contains(Duration.ofDays(30));
  }

  @Property
  void whatIsWrittenIsRead(@ForAll @LongRange(min = 1, max = 400_000_000_000L) long millis) {
    // When
    String text = LogRetention.interval(Duration.ofMillis(millis));

    // Then
    assertThat(LogRetention.of(Map.of(LogRetention.DURATION, text)))
        .contains(Duration.ofMillis(millis));
  }
}
