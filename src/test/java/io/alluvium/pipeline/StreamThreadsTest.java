package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StreamThreadsTest {
  @Test
  void oneThatStreamsBelievesInAndTheJvmDoesNotHave() {
    // Given
    List<String> believed = List.of("a-StreamThread-1", "a-StreamThread-2");

    // When
    List<String> dead = StreamThreads.missing(believed, 2, Set.of("a-StreamThread-2", "main"));

    // Then
    assertThat(dead).containsExactly("a-StreamThread-1");
  }

  @Test
  void oneThatNobodyKnowsAnyMore() {
    // Given
    List<String> believed = List.of("a-StreamThread-2");

    // When
    List<String> dead = StreamThreads.missing(believed, 2, Set.of("a-StreamThread-2"));

    // Then
    assertThat(dead).containsExactly("1 of 2 stream threads");
  }

  @Test
  void allThere() {
    // Given: one more than asked for, while another takes a dying one's place
    List<String> believed = List.of("a-StreamThread-1", "a-StreamThread-2");

    // When
    List<String> dead = StreamThreads.missing(believed, 1, Set.copyOf(believed));

    // Then
    assertThat(dead).isEmpty();
  }

  @Test
  void asManyAsTheSettingsAskFor() {
    // Given
    Properties settings = new Properties();
    settings.put("num.stream.threads", "3");

    // When
    int expected = StreamThreads.expected(settings);

    // Then
    assertThat(expected).isEqualTo(3);
    assertThat(StreamThreads.expected(new Properties())).isEqualTo(1);
  }
}
