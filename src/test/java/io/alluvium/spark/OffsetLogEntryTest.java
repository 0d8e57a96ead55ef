package io.alluvium.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OffsetLogEntryTest {
  private static final String HEAD = "v1\n{\"batchWatermarkMs\":0}\n";

  @Test
  void kafka() throws Exception {
    // Given what Spark 4.1.1 writes
    String text = HEAD + "{\"a\":{\"0\":20,\"10\":0},\"b.c-d\":{\"1\":9007199254740993}}";

    // When
    OffsetLogEntry entry = OffsetLogEntry.parse(text);

    // Then
    assertThat(entry.sources())
        .containsExactly(
            new SourceOffset.Kafka(
                Map.of("a", Map.of(0, 20L, 10, 0L), "b.c-d", Map.of(1, 9007199254740993L))));
  }

  @Test
  void delta() throws Exception {
    // Given what Delta 4.4.0 writes
    String text =
        HEAD
            + "{\"sourceVersion\":1,\"reservoirId\":\"e2a3\",\"reservoirVersion\":4,\"index\":-1,"
            + "\"isStartingVersion\":false}\n";

    // When
    OffsetLogEntry entry = OffsetLogEntry.parse(text);

    // Then
    assertThat(entry.sources()).containsExactly(new SourceOffset.Delta("e2a3", 4, -1, false));
  }

  @Test
  void severalSourcesOneOfWhichGaveNothing() throws Exception {
    // Given
    String text = HEAD + "{\"a\":{\"0\":1}}\n-\n{\"logOffset\":3}\n0";

    // When
    OffsetLogEntry entry = OffsetLogEntry.parse(text);

    // Then
    assertThat(entry.sources())
        .containsExactly(
            new SourceOffset.Kafka(Map.of("a", Map.of(0, 1L))),
            new SourceOffset.Other("-"),
            new SourceOffset.Other("{\"logOffset\":3}"),
            new SourceOffset.Other("0"));
  }

  static Stream<Arguments> malformed() {
    return Stream.of(
        Arguments.of("", "it doesn't begin with v1"),
        Arguments.of("\u0000v1\n{}\n{}", "it doesn't begin with v1"),
        Arguments.of("v2\n{}\n{}", "it has the log version v2, and only v1 is known"),
        Arguments.of("v10\n{}\n{}", "it has the log version v10, and only v1 is known"),
        Arguments.of("v1", "it ends before its offsets"),
        Arguments.of("v1\n{}", "it ends before its offsets"),
        Arguments.of(HEAD + "{\"a\":{\"0\":2", "\"{\"a\":{\"0\":2\" is no JSON"),
        Arguments.of(HEAD + "{\"a\":{\"0\":2}} x", "\"{\"a\":{\"0\":2}} x\" is no JSON"),
        Arguments.of(HEAD + "{\"a\":{\"0\":-2}}", "\"0\": -2 of topic a is no partition"),
        Arguments.of(HEAD + "{\"a\":{\"0\":1.5}}", "\"0\": 1.5 of topic a is no partition"),
        Arguments.of(HEAD + "{\"a\":{\"0\":\"1\"}}", "\"0\": \"1\" of topic a is no partition"),
        Arguments.of(HEAD + "{\"a\":{\"0\":99999999999999999999}}", "of topic a is no partition"),
        Arguments.of(HEAD + "{\"a\":{\"x\":1}}", "\"x\": 1 of topic a is no partition"),
        Arguments.of(HEAD + "{\"reservoirId\":\"e\",\"index\":0}", "is no offset in a table"),
        Arguments.of(
            HEAD + "{\"reservoirId\":\"e\",\"reservoirVersion\":1,\"index\":0}",
            "is no offset in a table"));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void refusesWhatItDoesNotKnow(String text, String reason) {
    // Given a file that was cut, edited or written by another version

    // When
    Throwable thrown = catchThrowable(() -> OffsetLogEntry.parse(text));

    // Then
    assertThat(thrown).isInstanceOf(MalformedEntryException.class).hasMessageContaining(reason);
  }

  @Property(tries = 500)
  void garbageIsRefusedInWords(@ForAll List<String> lines) {
    // Given
    String text = HEAD + String.join("\n", lines);

    // When
    Throwable thrown = catchThrowable(() -> OffsetLogEntry.parse(text));

    // Then
    if (thrown != null) {
      assertThat(thrown).isInstanceOf(MalformedEntryException.class);
    }
  }

  @Property(tries = 500)
  void aFileThatWasCutNeverTellsAnotherOffset(@ForAll("cuts") int length) throws Exception {
    // Given
    String whole = HEAD + "{\"a\":{\"0\":1234567,\"1\":7654321}}";
    String cut = whole.substring(0, length);

    // When
    Throwable thrown = catchThrowable(() -> OffsetLogEntry.parse(cut));

    // Then
    assertThat(thrown).isInstanceOf(MalformedEntryException.class);
  }

  @Provide
  Arbitrary<Integer> cuts() {
    return Arbitraries.integers().between(0, HEAD.length() + 30);
  }
}
