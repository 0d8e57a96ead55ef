package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.error.AccessErrors;
import io.alluvium.error.TopicErrors;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class ComebackTest {
  private final Throwable refused =
      AccessErrors.notAuthenticated(
          "s", AccessErrors.Rights.KAFKA, new SaslAuthenticationException("no"));
  private final AtomicLong now = new AtomicLong();
  private final Comeback comeback = new Comeback(Duration.ofMinutes(5), now::get);

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  @Test
  void refusedCredentialsAreTriedForSomeTime() {
    // Given
    boolean first = comeback.isWorthIt(refused);
    pass(Duration.ofMinutes(4));
    boolean later = comeback.isWorthIt(refused);
    pass(Duration.ofMinutes(2));

    // When
    boolean tooLate = comeback.isWorthIt(refused);

    // Then
    assertThat(first).isTrue();
    assertThat(later).isTrue();
    assertThat(tooLate).isFalse();
  }

  @Test
  void timeBeginsAnewOnceTheyWereGood() {
    // Given
    comeback.isWorthIt(refused);
    pass(Duration.ofHours(1));
    comeback.succeeded();

    // When
    boolean again = comeback.isWorthIt(refused);

    // Then
    assertThat(again).isTrue();
  }

  @Test
  void aBrokerOrAStorageThatIsDownIsWaitedFor() {
    // Given
    Throwable broker = TopicErrors.brokerUnreachable("t", "s", new TimeoutException("down"));

    // When
    boolean worth = comeback.isWorthIt(broker) && comeback.isWorthIt(new IOException("down"));

    // Then
    assertThat(worth).isTrue();
  }

  @Test
  void whatOnlyAPersonCanMendIsnt() {
    // Given
    Throwable gap = TopicErrors.offsetsGone("t", 0, 1, 2);

    // When
    boolean worth = comeback.isWorthIt(gap);

    // Then
    assertThat(worth).isFalse();
  }
}
