package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecordTimesTest {
  private final RecordTimes times = new RecordTimes();

  @Test
  void onlyWhatTheTableHasPassedCounts() {
    // Given
    times.sealed(10, 1_000);
    times.sealed(20, 2_000);
    times.sealed(30, 3_000);

    // When
    times.reached(29);

    // Then
    assertThat(times.newest()).hasValue(2_000);
    assertThat(times.validThrough()).hasValue(2_000);
  }

  @Test
  void nothingIsKnownBeforeTheFirst() {
    // Given
    times.sealed(10, -1);

    // When
    times.reached(10);

    // Then
    assertThat(times.newest()).as("the records had no timestamps").isEmpty();
    assertThat(times.validThrough()).isEmpty();
  }

  @Test
  void anOlderRecordTakesNothingBack() {
    // Given
    times.sealed(10, 5_000);
    times.sealed(20, 4_000);

    // When
    times.reached(20);

    // Then
    assertThat(times.newest()).hasValue(5_000);
  }

  @Test
  void whatWasCaughtUpIsCompleteThoughTheNewestRecordIsOld() {
    // Given
    Lease lease = new Lease(0, 1, 0, 0, 0);
    lease.silverTimes().sealed(1, 1_000);
    lease.processedTo(1);
    lease.receivedTo(1, 0, 7_000);
    lease.bronzeReached(1);
    lease.silverReached(1);

    // When
    lease.receivedTo(1, 0, 8_000);
    lease.receivedTo(1, 3, 9_000);

    // Then
    assertThat(lease.silverTimes().newest()).hasValue(1_000);
    assertThat(lease.silverTimes().validThrough()).hasValue(8_000);
  }

  @Test
  void bronzeMayBeCompleteBeforeSilverIs() {
    // Given
    Lease lease = new Lease(0, 1, 0, 0, 0);
    lease.processedTo(1);
    lease.bronzeReached(1);

    // When
    lease.receivedTo(1, 0, 8_000);

    // Then
    assertThat(lease.bronzeTimes().validThrough()).hasValue(8_000);
    assertThat(lease.silverTimes().validThrough()).isEmpty();
  }
}
