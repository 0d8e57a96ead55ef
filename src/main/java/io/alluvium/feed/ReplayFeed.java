package io.alluvium.feed;

import io.alluvium.error.InputErrors;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * Replays a file of newline-delimited messages, gzipped if its name ends in {@code .gz}. Each
 * line's bytes are one value, passed on as they are, JSON or not; only the line feed is taken off,
 * so the carriage return of a CRLF file stays. Empty lines are skipped and counted.
 */
public final class ReplayFeed implements Feed {
  private static final int BATCH = 200;
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final InputStream input;
  private final Optional<KeyField> key;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean ended;
  private long skipped;
  private long keyless;

  /**
   * @param keyField the top-level JSON field that becomes the record key, where it is found; empty
   *     for no keys
   * @throws io.alluvium.error.UserException when the file can't be opened
   */
  public ReplayFeed(Path file, Optional<String> keyField) {
    this.file = file;
    this.key = keyField.map(KeyField::new);
    try {
      this.input = new BufferedInputStream(open(file), BUFFER_BYTES);
    } catch (IOException e) {
      throw InputErrors.replayUnreadable(file, e);
    }
  }

  @Override
  public List<Message> poll(Duration atMost) {
    List<Message> batch = new ArrayList<>(BATCH);
    try {
      while (!ended && batch.size() < BATCH) {
        readLine();
        if (!isEmpty()) {
          byte[] value = line.toByteArray();
          batch.add(new Message(key(value), value));
        } else if (!ended) {
          skipped++;
        }
        line.reset();
      }
    } catch (IOException e) {
      throw InputErrors.replayUnreadable(file, e);
    }
    return batch;
  }

  private String key(byte[] value) {
    String found = key.map(field -> field.of(value)).orElse(null);
    if (found == null) {
      keyless++;
    }
    return found;
  }

  @Override
  public boolean ended() {
    return ended;
  }

  @Override
  public String remarks() {
    List<String> remarks = new ArrayList<>();
    if (keyless > 0) {
      remarks.add(
          keyless
              + " without "
              + key.map(KeyField::toString).orElse("--key-field")
              + ", so without a record key: on any partition");
    }
    if (skipped > 0) {
      remarks.add(skipped + " empty lines skipped");
    }
    return String.join("; ", remarks);
  }

  @Override
  public void close() {
    try {
      input.close();
    } catch (IOException e) {
      throw InputErrors.replayUnreadable(file, e);
    }
  }

  private void readLine() throws IOException {
    int next = input.read();
    while (next != '\n' && next >= 0) {
      line.write(next);
      next = input.read();
    }
    ended = next < 0;
  }

  private boolean isEmpty() {
    return line.size() == 0 || (line.size() == 1 && line.toByteArray()[0] == '\r');
  }

  private static InputStream open(Path file) throws IOException {
    InputStream raw = Files.newInputStream(file);
    if (!file.toString().endsWith(".gz")) {
      return raw;
    }
    try {
      return new GZIPInputStream(raw, BUFFER_BYTES);
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }
}
