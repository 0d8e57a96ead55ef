package io.alluvium.oci.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.oracle.bmc.model.BmcException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttemptsTest {
  private static final ObjectName OBJECT = new ObjectName("ns", "bucket", "a/b.json");

  private final Attempts attempts = new Attempts(3, Duration.ofMillis(2));
  private int calls;

  private String run(Integer... statuses) throws IOException {
    Queue<Integer> answers = new ArrayDeque<>(Arrays.asList(statuses));
    return attempts.run(
        "a put",
        OBJECT,
        () -> {
          calls++;
          int status = answers.remove();
          if (status == 200) {
            return "done";
          }
          throw new BmcException(status, "Code", "a message", "request-1");
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {409, 429, 500, 503, -1})
  void whatPassesIsTriedAgain(int status) throws IOException {
    // When
    String answer = run(status, status, 200);

    // Then
    assertThat(answer).isEqualTo("done");
    assertThat(calls).isEqualTo(3);
  }

  @Test
  void anOutcomeThatIsNotKnownIsNamedAsSuch() {
    // When
    assertThatThrownBy(() -> run(503, 503, 503))
        // Then
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining("a put of oci://bucket@ns/a/b.json failed: 503 Code")
        .hasMessageContaining("request-1");
  }

  @Test
  void anObjectThatIsThereEndsItAtOnceAlsoAfterAnAttemptWithoutAnswer() {
    // When
    assertThatThrownBy(() -> run(500, 412, 200))
        // Then
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(calls).isEqualTo(2);
  }

  @Test
  void whatIsRefusedOrMissingIsNotTriedAgain() {
    // When
    assertThatThrownBy(() -> run(404, 200)).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> run(401, 200)).hasMessageContaining("401");

    // Then
    assertThat(calls).isEqualTo(2);
  }
}
