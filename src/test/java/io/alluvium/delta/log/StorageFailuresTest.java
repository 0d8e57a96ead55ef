package io.alluvium.delta.log;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParseException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class StorageFailuresTest {
  @Test
  void whatStorageDidIsToldAsThat() {
    // Given
    RuntimeException failure =
        new IllegalStateException("a library", new UncheckedIOException(new IOException("503")));

    // When
    assertThatThrownBy(() -> StorageFailures.rethrow(failure))
        // Then
        .isInstanceOf(IOException.class)
        .hasMessage("503")
        .hasCause(failure);
  }

  @Test
  void whatCannotBeReadStaysWhatItIs() {
    // Given
    RuntimeException garbage =
        new IllegalStateException("a library", new JsonParseException(null, "no JSON"));
    RuntimeException missing =
        new UncheckedIOException(new FileNotFoundException("a file of the log"));

    // When
    assertThatCode(
            () -> {
              StorageFailures.rethrow(garbage);
              StorageFailures.rethrow(missing);
              StorageFailures.rethrow(new IllegalStateException("neither"));
            })
        // Then
        .doesNotThrowAnyException();
  }
}
