package io.alluvium.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TicksTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-04-25T18:04:44.6666741Z",
        "2026-04-25T23:59:59Z",
        "2024-02-29T00:00:00.001Z",
        "2026-01-01T00:00:00.00001Z",
        "1969-12-31T23:59:59.5Z"
      })
  void printsWhatInstantReads(String text) {
    // Given
    long ticks = Ticks.of(Instant.parse(text));

    // When
    ByteText printed = new Ticks().print(ticks, new ByteText());

    // Then
    assertThat(new String(printed.copy(), UTF_8)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"-326764035, -00:00:32.6764035", "0, 00:00:00", "36610000000, 01:01:01"})
  void printsSpansAsDotNetDoes(long ticks, String text) {
    // Given
    ByteText to = new ByteText();

    // When
    new Ticks().printSpan(ticks, to);

    // Then
    assertThat(new String(to.copy(), UTF_8)).isEqualTo(text);
  }
}
