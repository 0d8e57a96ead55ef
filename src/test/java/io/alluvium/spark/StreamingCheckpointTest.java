package io.alluvium.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.alluvium.error.UserException;
import io.alluvium.testing.HandMadeCheckpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamingCheckpointTest {
  private static final String END = "{\"t\":{\"0\":20}}";

  @TempDir Path directory;

  private StreamingCheckpoint opened() throws Exception {
    return StreamingCheckpoint.open(new LocalCheckpointFiles(directory));
  }

  private static String refusal(ThrowingCallable call) {
    UserException e = catchThrowableOfType(UserException.class, call);
    assertThat(e.what()).startsWith("the Spark job of ").endsWith(" can't be taken over");
    return e.why();
  }

  @Test
  void isReadThroughHadoopsFileSystemsAsWell() throws Exception {
    // Given
    HandMadeCheckpoint.create(directory, "q").done(9, END).begun(10, END);
    CheckpointFiles files =
        new HadoopCheckpointFiles(directory.toUri().toString(), new Configuration());

    // When
    StreamingCheckpoint checkpoint = StreamingCheckpoint.open(files);

    // Then
    assertThat(checkpoint.queryId()).isEqualTo("q");
    assertThat(checkpoint.begun()).isEqualTo(OptionalLong.of(10));
    assertThat(checkpoint.committed()).isEqualTo(OptionalLong.of(9));
    assertThat(files.list("none")).isEmpty();
    assertThat(files.read("none")).isEmpty();
  }

  @Test
  void tellsTheNewestBatchesAndIgnoresWhatLiesAround() throws Exception {
    // Given
    HandMadeCheckpoint.create(directory, "q")
        .done(9, END)
        .done(10, END)
        .begun(11, END)
        .write("offsets/.12.7b2f.tmp", "v1")
        .write("offsets/99.compact", "v1")
        .write("commits/.11.1a.tmp", "v1");

    // When
    StreamingCheckpoint checkpoint = opened();

    // Then
    assertThat(checkpoint.queryId()).isEqualTo("q");
    assertThat(checkpoint.begun()).isEqualTo(OptionalLong.of(11));
    assertThat(checkpoint.committed()).isEqualTo(OptionalLong.of(10));
    assertThat(checkpoint.end(10)).isEqualTo(new SourceOffset.Kafka(Map.of("t", Map.of(0, 20L))));
    assertThat(Duration.between(checkpoint.changed(), Instant.now()).toMinutes())
        .isBetween(59L, 61L);
  }

  @Test
  void aJobThatFinishedNothing() throws Exception {
    // Given
    HandMadeCheckpoint.create(directory, "q").begun(0, END);

    // When
    StreamingCheckpoint checkpoint = opened();

    // Then
    assertThat(checkpoint.begun()).isEqualTo(OptionalLong.of(0));
    assertThat(checkpoint.committed()).isEmpty();
  }

  @Test
  void aDirectoryThatIsNoCheckpoint() throws Exception {
    // Given
    Files.writeString(directory.resolve("data.parquet"), "");

    // When
    String refusal = refusal(this::opened);

    // Then
    assertThat(refusal).isEqualTo("there is no Spark checkpoint: metadata is missing in it");
  }

  @Test
  void noDirectoryAtAll() {
    // Given
    Path nowhere = directory.resolve("nowhere");

    // When
    String refusal = refusal(() -> StreamingCheckpoint.open(new LocalCheckpointFiles(nowhere)));

    // Then
    assertThat(refusal).isEqualTo("there is no Spark checkpoint: metadata is missing in it");
  }

  @Test
  void aFileInsteadOfADirectory() throws Exception {
    // Given
    Path file = Files.writeString(directory.resolve("file"), "");

    // When
    Throwable thrown =
        catchThrowable(() -> StreamingCheckpoint.open(new LocalCheckpointFiles(file)));

    // Then
    assertThat(thrown)
        .isInstanceOf(UserException.class)
        .hasMessageContaining("metadata is missing");
  }

  @Test
  void withoutOffsets() throws Exception {
    // Given
    HandMadeCheckpoint.create(directory, "q");

    // When
    String refusal = refusal(this::opened);

    // Then
    assertThat(refusal).isEqualTo("there is no Spark checkpoint: offsets is missing in it");
  }

  @Test
  void metadataWithoutAnId() throws Exception {
    // Given
    HandMadeCheckpoint.create(directory, "q").done(0, END).write("metadata", "{\"ID\":1}");

    // When
    String refusal = refusal(this::opened);

    // Then
    assertThat(refusal).isEqualTo("its file metadata can't be used: it has no id");
  }

  @Test
  void metadataThatWasCut() throws Exception {
    // Given
    HandMadeCheckpoint.create(directory, "q").done(0, END).write("metadata", "{\"id\":\"q");

    // When
    String refusal = refusal(this::opened);

    // Then
    assertThat(refusal).isEqualTo("its file metadata can't be used: it is no JSON");
  }

  @Test
  void aBatchWhoseOffsetsWerePurged() throws Exception {
    // Given
    HandMadeCheckpoint.create(directory, "q").done(3, END);
    StreamingCheckpoint checkpoint = opened();

    // When
    String refusal = refusal(() -> checkpoint.end(2));

    // Then
    assertThat(refusal)
        .isEqualTo("its file offsets/2 can't be used: it is missing, and the batch counts");
  }

  @Test
  void offsetsOfALaterFormat() throws Exception {
    // Given
    HandMadeCheckpoint.create(directory, "q").write("offsets/0", "v2\n{}\n" + END);
    StreamingCheckpoint checkpoint = opened();

    // When
    String refusal = refusal(() -> checkpoint.end(0));

    // Then
    assertThat(refusal)
        .isEqualTo(
            "its file offsets/0 can't be used: it has the log version v2, and only v1 is known");
  }

  @Test
  void severalSources() throws Exception {
    // Given
    HandMadeCheckpoint.create(directory, "q").done(0, END + "\n" + END);
    StreamingCheckpoint checkpoint = opened();

    // When
    String refusal = refusal(() -> checkpoint.end(0));

    // Then
    assertThat(refusal).isEqualTo("the job reads 2 sources, and a pipeline has one topic");
  }
}
