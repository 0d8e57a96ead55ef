package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FetchPaceTest {
  private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(250);

  private long now = Long.MAX_VALUE - INTERVAL / 2; // nanoTime may overflow at any time

  private FetchPace pace() {
    return new FetchPace(Optional.of(Duration.ofMillis(250)), () -> now);
  }

  @Test
  void onlyPollsThatBroughtRecordsHoldTheNextBack() {
    // Given
    FetchPace pace = pace();
    long before = pace.remainingNanos();

    // When
    pace.taken();

    // Then
    assertThat(before).isZero();
    assertThat(pace.remainingNanos()).isEqualTo(INTERVAL);
  }

  @Test
  void timePassesAndIsNotSavedUp() {
    // Given
    FetchPace pace = pace();
    pace.taken();
    now += INTERVAL - 1;
    long almost = pace.remainingNanos();
    now += 10 * INTERVAL;
    long later = pace.remainingNanos();

    // When
    pace.taken();

    // Then
    assertThat(almost).isEqualTo(1);
    assertThat(later).isZero();
    assertThat(pace.remainingNanos()).isEqualTo(INTERVAL);
  }

  @Test
  void withoutAnIntervalNothingWaits() {
    // Given
    FetchPace pace = new FetchPace(Optional.empty(), () -> now);

    // When
    pace.taken();

    // Then
    assertThat(pace.remainingNanos()).isZero();
  }
}
