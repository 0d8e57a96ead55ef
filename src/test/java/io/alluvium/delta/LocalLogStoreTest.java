package io.alluvium.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.delta.storage.CloseableIterator;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LocalLogStoreTest {
  private static final Configuration CONF = new Configuration(false);

  @TempDir Path directory;

  enum Links {
    SUPPORTED,
    UNSUPPORTED,
    FORBIDDEN;

    LocalLogStore store() {
      return new LocalLogStore(CONF) {
        @Override
        void link(Path existing, Path name) throws IOException {
          switch (Links.this) {
            case SUPPORTED -> super.link(existing, name);
            case UNSUPPORTED -> throw new UnsupportedOperationException();
            case FORBIDDEN ->
                throw new FileSystemException(name.toString(), null, "Operation not permitted");
          }
        }
      };
    }
  }

  @ParameterizedTest
  @EnumSource(Links.class)
  void aNameIsTakenOnce(Links links) throws IOException {
    // Given
    LocalLogStore store = links.store();
    write(store, "1.json", false, "first", "ünïcode");

    // When
    Throwable second = catchThrowable(() -> write(store, "1.json", false, "second"));

    // Then
    assertThat(second).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(read(store, "1.json")).containsExactly("first", "ünïcode");
    assertThat(temporaries()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Links.class)
  void ofManyThreadsOneWinsEachName(Links links) throws Exception {
    // Given
    LocalLogStore store = links.store();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<List<Integer>>> won = new ArrayList<>();

    // When
    for (int thread = 0; thread < 8; thread++) {
      String content = "thread " + thread;
      won.add(threads.submit(() -> winsOf(store, content)));
    }

    // Then
    List<Integer> all = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      for (int name : won.get(thread).get()) {
        all.add(name);
        assertThat(read(store, name + ".json")).containsExactly("thread " + thread);
      }
    }
    threads.shutdown();
    assertThat(all).hasSize(50).doesNotHaveDuplicates();
    assertThat(temporaries()).isEmpty();
  }

  private List<Integer> winsOf(LocalLogStore store, String content) throws IOException {
    List<Integer> wins = new ArrayList<>();
    for (int name = 0; name < 50; name++) {
      try {
        write(store, name + ".json", false, content);
        wins.add(name);
      } catch (FileAlreadyExistsException e) {
        // Another thread's name.
      }
    }
    return wins;
  }

  @Test
  void overwritingReplacesTheWhole() throws IOException {
    // Given
    LocalLogStore store = new LocalLogStore(CONF);
    write(store, "_last_checkpoint", true, "a long first line", "and another");

    // When
    write(store, "_last_checkpoint", true, "short");

    // Then
    assertThat(read(store, "_last_checkpoint")).containsExactly("short");
  }

  @Test
  void listsByNameFromTheGivenOneOnWithoutHiddenFiles() throws IOException {
    // Given
    LocalLogStore store = new LocalLogStore(CONF);
    for (String name : List.of("03.json", "01.json", "02.checkpoint.parquet", "02.json")) {
      write(store, name, false, "x");
    }
    Files.writeString(temporary("02.json"), "half");

    // When
    Iterator<FileStatus> listed = store.listFrom(path("02"), CONF);

    // Then
    List<FileStatus> files = new ArrayList<>();
    listed.forEachRemaining(files::add);
    assertThat(files)
        .extracting(file -> file.getPath().getName())
        .containsExactly("02.checkpoint.parquet", "02.json", "03.json");
    assertThat(files).allMatch(file -> file.getLen() == 2 && file.getModificationTime() > 0);
  }

  @Test
  void whatIsNotThereIsNotFound() {
    // Given
    LocalLogStore store = new LocalLogStore(CONF);

    // When
    Throwable missing = catchThrowable(() -> read(store, "1.json"));

    // Then
    assertThat(missing).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> store.listFrom(path("no/such/1.json"), CONF))
        .isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> write(store, "no/such/1.json", false, "x"))
        .isInstanceOf(FileNotFoundException.class);
    assertThat(directory.resolve("no")).doesNotExist();
  }

  @Test
  void abandonedTemporariesGoAndFreshOnesStay() throws IOException {
    // Given
    LocalLogStore store = new LocalLogStore(CONF);
    Path old = Files.writeString(temporary("1.json"), "half");
    Path fresh = Files.writeString(temporary("2.json"), "half");
    Path foreign = Files.writeString(directory.resolve(".hidden"), "not ours");
    FileTime yesterday = FileTime.from(Instant.now().minus(Duration.ofDays(1)));
    Files.setLastModifiedTime(old, yesterday);
    Files.setLastModifiedTime(foreign, yesterday);

    // When
    write(store, "_last_checkpoint", true, "x");

    // Then
    assertThat(old).doesNotExist();
    assertThat(fresh).exists();
    assertThat(foreign).exists();
  }

  @Test
  void pathsWithBlanksAndPercentSignsAreTakenLiterally() throws IOException {
    // Given
    LocalLogStore store = new LocalLogStore(CONF);

    // When
    write(store, "a b%20ü.json", false, "x");

    // Then
    assertThat(directory.resolve("a b%20ü.json")).hasContent("x");
    assertThat(Path.of(store.resolvePathOnPhysicalStorage(path("a b"), CONF).toUri()))
        .isEqualTo(directory.resolve("a b"));
  }

  private Path temporary(String name) {
    return directory.resolve("." + name + ".12345678-1234-1234-1234-123456789abc.tmp");
  }

  private List<String> temporaries() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".tmp"))
          .toList();
    }
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(directory.toString(), name);
  }

  private void write(LocalLogStore store, String name, boolean overwrite, String... lines)
      throws IOException {
    store.write(path(name), List.of(lines).iterator(), overwrite, CONF);
  }

  private List<String> read(LocalLogStore store, String name) throws IOException {
    List<String> lines = new ArrayList<>();
    try (CloseableIterator<String> found = store.read(path(name), CONF)) {
      found.forEachRemaining(lines::add);
    }
    return lines;
  }
}
