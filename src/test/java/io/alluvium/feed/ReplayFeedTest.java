package io.alluvium.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.error.UserException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayFeedTest {
  private static final byte[] LINES =
      bytes(
          "{\"vehicleId\":\"A\" , \"x\":1}\r\n\n\u00ff\u0000garbage\n\r\n{\"vehicleId\":7}\nlast");

  @TempDir private Path directory;

  @Test
  void passesLinesOnByteForByte() throws IOException {
    // Given
    Path file = Files.write(directory.resolve("lines.ndjson"), LINES);

    // When
    List<Message> messages = readAll(file, "vehicleId");

    // Then
    assertThat(values(messages))
        .containsExactly(
            "{\"vehicleId\":\"A\" , \"x\":1}\r",
            "\u00ff\u0000garbage",
            "{\"vehicleId\":7}",
            "last");
  }

  @Test
  void readsGzip() throws IOException {
    // Given
    Path plain = Files.write(directory.resolve("lines.ndjson"), LINES);
    Path zipped = directory.resolve("lines.ndjson.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      out.write(LINES);
    }

    // When
    List<Message> messages = readAll(zipped, "vehicleId");

    // Then
    assertThat(values(messages)).isEqualTo(values(readAll(plain, "vehicleId")));
  }

  @Test
  void takesTheRecordKeyFromTheField() throws IOException {
    // Given
    Path file = Files.write(directory.resolve("lines.ndjson"), LINES);

    // When
    List<Message> messages = readAll(file, "vehicleId");

    // Then
    assertThat(messages).extracting(Message::key).containsExactly("A", null, "7", null);
  }

  @Test
  void takesOnlyTopLevelPlainFieldsForTheKey() throws IOException {
    // Given
    String lines =
        "{\"a\":{\"k\":1},\"k\":\"é\"}\n{\"k\":null}\n{\"k\":[1]}\n[\"k\"]\n{\"k\":true}\n";
    Path file = Files.writeString(directory.resolve("lines.ndjson"), lines);

    // When
    List<Message> messages = readAll(file, "k");

    // Then
    assertThat(messages).extracting(Message::key).containsExactly("é", null, null, null, "true");
  }

  @Test
  void saysHowManyMessagesHaveNoKey() throws IOException {
    // Given
    Path file = Files.writeString(directory.resolve("k.ndjson"), "{\"k\":1}\n{\"v\":1}\nx\n");
    try (ReplayFeed some = new ReplayFeed(file, Optional.of("k"));
        ReplayFeed none = new ReplayFeed(file, Optional.empty())) {

      // When
      drain(some);
      drain(none);

      // Then
      assertThat(some.remarks())
          .isEqualTo("2 without k, so without a record key: on any partition");
      assertThat(none.remarks())
          .isEqualTo("3 without --key-field, so without a record key: on any partition");
    }
  }

  @Test
  void saysHowManyEmptyLinesItSkipped() throws IOException {
    // Given
    Path file = Files.write(directory.resolve("lines.ndjson"), LINES);
    try (ReplayFeed feed = new ReplayFeed(file, Optional.of("vehicleId"))) {

      // When
      drain(feed);

      // Then
      assertThat(feed.remarks()).endsWith("; 2 empty lines skipped");
    }
  }

  @Test
  void truncatedGzipFailsAfterWhatCouldBeRead() throws IOException {
    // Given
    Path whole = directory.resolve("whole.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
      out.write(LINES);
    }
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(directory.resolve("cut.gz"), Arrays.copyOf(bytes, bytes.length - 9));

    // When
    assertThatThrownBy(() -> readAll(cut, "vehicleId"))

        // Then
        .isInstanceOf(UserException.class)
        .hasMessageContaining("cut.gz");
  }

  @Test
  void missingFileIsReported() {
    // Given
    Path missing = directory.resolve("missing.ndjson");

    // When
    assertThatThrownBy(() -> readAll(missing, "vehicleId"))

        // Then
        .isInstanceOf(UserException.class)
        .hasMessageContaining("missing.ndjson");
  }

  private static List<Message> readAll(Path file, String keyField) {
    try (ReplayFeed feed = new ReplayFeed(file, Optional.of(keyField))) {
      return drain(feed);
    }
  }

  private static List<Message> drain(ReplayFeed feed) {
    List<Message> messages = new ArrayList<>();
    while (!feed.ended()) {
      messages.addAll(feed.poll(Duration.ZERO));
    }
    return messages;
  }

  private static List<String> values(List<Message> messages) {
    return messages.stream().map(message -> new String(message.value(), ISO_8859_1)).toList();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
