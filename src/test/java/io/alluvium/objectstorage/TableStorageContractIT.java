package io.alluvium.objectstorage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.log.ConditionalPutProbe;
import io.alluvium.delta.log.TableAccess;
import io.alluvium.delta.storage.Listing;
import io.alluvium.delta.storage.StoredFile;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.error.UserException;
import io.delta.storage.CloseableIterator;
import io.delta.storage.LogStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the program asks of storage, of each that it can lie on. */
class TableStorageContractIT {
  @TempDir private java.nio.file.Path directory;

  @ParameterizedTest
  @EnumSource
  void filesAreReadAsTheyWereWritten(EmulatedStorage.Kind kind) throws Exception {
    try (EmulatedStorage server = kind.start(directory, StorageTrouble.NONE)) {
      // Given
      TableStorage storage = server.access().files(server.path("one"));
      byte[] small = bytes(10);
      byte[] large = bytes(9 << 20);

      // When
      put(storage, "line=a%2Fb/small.parquet", small);
      put(storage, "large.parquet", large);

      // Then
      assertThat(storage.open("line=a%2Fb/small.parquet").getLength()).isEqualTo(small.length);
      assertThat(whole(storage, "line=a%2Fb/small.parquet")).isEqualTo(small);
      assertThat(whole(storage, "large.parquet")).isEqualTo(large);
      try (SeekableInputStream in = storage.open("large.parquet").newStream()) {
        byte[] end = new byte[8];
        in.seek(large.length - end.length);
        in.readFully(end);
        assertThat(in.read()).isEqualTo(-1);
        in.seek(5_000_000);
        assertThat(in.read()).isEqualTo(large[5_000_000] & 0xFF);
        assertThat(in.getPos()).isEqualTo(5_000_001);
      }
      assertThatThrownBy(() -> storage.open("none.parquet").newStream().read())
          .isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFileThatExistsIsNeverWrittenOver(EmulatedStorage.Kind kind) throws Exception {
    try (EmulatedStorage server = kind.start(directory, StorageTrouble.NONE)) {
      // Given
      TableStorage storage = server.access().files(server.path("two"));
      put(storage, "x.parquet", bytes(3));

      // When
      assertThatThrownBy(() -> put(storage, "x.parquet", bytes(4)))
          // Then
          .isInstanceOf(IOException.class);
      assertThat(storage.open("x.parquet").getLength()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void listingsHaveTheFilesOfTheTableAndNobodyElses(EmulatedStorage.Kind kind) throws Exception {
    try (EmulatedStorage server = kind.start(directory, StorageTrouble.NONE)) {
      // Given
      TableStorage storage = server.access().files(server.path("three"));
      for (String path :
          List.of(
              "a.parquet",
              "line=x/b.parquet",
              "line=x/hour=1/c.parquet",
              "_delta_log/00000000000000000000.json",
              "inner/_delta_log/00000000000000000000.json",
              "inner/d.parquet")) {
        put(storage, path, bytes(7));
      }
      put(server.access().files(server.path("three-too")), "e.parquet", bytes(7));

      // When
      Listing listing = storage.list(name -> !name.startsWith("_"));

      // Then
      assertThat(listing.files())
          .extracting(StoredFile::path)
          .containsExactlyInAnyOrder("a.parquet", "line=x/b.parquet", "line=x/hour=1/c.parquet");
      assertThat(listing.files()).extracting(StoredFile::size).containsOnly(7L);
      storage.delete("a.parquet");
      assertThatCode(() -> storage.delete("a.parquet")).doesNotThrowAnyException();
      assertThat(storage.list(name -> true).files())
          .extracting(StoredFile::path)
          .doesNotContain("a.parquet");
      assertThat(storage.locate("line=x/b.parquet")).contains("line=x/b.parquet");
      assertThat(storage.locate("../three-too/e.parquet")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCommitIsThereAsAWholeAndOnce(EmulatedStorage.Kind kind) throws Exception {
    try (EmulatedStorage server = kind.start(directory, StorageTrouble.NONE)) {
      // Given
      TableAccess access = server.access();
      LogStore store = access.logs();
      Configuration conf = access.conf();
      Path log = new Path(server.path("four/_delta_log"));
      for (int version = 0; version < 3; version++) {
        store.write(commit(log, version), List.of("é", "b").iterator(), false, conf);
      }

      // When
      assertThatThrownBy(() -> store.write(commit(log, 1), List.of("c").iterator(), false, conf))
          // Then
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThat(lines(store.read(commit(log, 1), conf))).containsExactly("é", "b");
      assertThatThrownBy(() -> store.read(commit(log, 3), conf))
          .isInstanceOf(FileNotFoundException.class);
      assertThat(names(store.listFrom(commit(log, 1), conf)))
          .containsExactly("00000000000000000001.json", "00000000000000000002.json");
      store.write(new Path(log, "_last_checkpoint"), List.of("1").iterator(), true, conf);
      store.write(new Path(log, "_last_checkpoint"), List.of("2").iterator(), true, conf);
      assertThat(lines(store.read(new Path(log, "_last_checkpoint"), conf))).containsExactly("2");
      assertThat(store.isPartialWriteVisible(log, conf)).isFalse();
      assertThatThrownBy(
              () -> store.listFrom(commit(new Path(server.path("none/_delta_log")), 0), conf))
          .isInstanceOf(FileNotFoundException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void storageThatKeepsToConditionsIsTaken(EmulatedStorage.Kind kind) throws Exception {
    try (EmulatedStorage server = kind.start(directory, StorageTrouble.NONE)) {
      // Given
      TableAccess access = server.access();

      // When
      ConditionalPutProbe.require(access, server.path("five"));

      // Then
      put(access.files(server.path("five")), "x.parquet", bytes(1));
      assertThat(access.files(server.path("five")).list(name -> true).files())
          .extracting(StoredFile::path)
          .as("nothing of it is left")
          .containsExactly("x.parquet");
    }
  }

  @Test
  void storageThatOverlooksConditionsIsRefused() throws Exception {
    // Given
    StorageTrouble overlooking =
        new StorageTrouble() {
          @Override
          public Fault next(String request) {
            return Fault.NONE;
          }

          @Override
          public boolean overlooksConditions() {
            return true;
          }
        };
    try (EmulatedStorage server = EmulatedStorage.Kind.OCI.start(directory, overlooking)) {
      // When
      assertThatThrownBy(() -> ConditionalPutProbe.require(server.access(), server.path("six")))
          // Then
          .isInstanceOf(UserException.class)
          .hasMessageContaining("If-None-Match")
          .hasMessageContaining(server.path("six"));
    }
  }

  private static Path commit(Path log, long version) {
    return new Path(log, "%020d.json".formatted(version));
  }

  private static List<String> names(Iterator<FileStatus> files) {
    List<String> names = new ArrayList<>();
    files.forEachRemaining(file -> names.add(file.getPath().getName()));
    return names;
  }

  private static List<String> lines(CloseableIterator<String> iterator) throws IOException {
    try (iterator) {
      List<String> lines = new ArrayList<>();
      iterator.forEachRemaining(lines::add);
      return lines;
    }
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    new SplittableRandom(count).nextBytes(bytes);
    return bytes;
  }

  private static void put(TableStorage storage, String path, byte[] bytes) throws IOException {
    try (PositionOutputStream out = storage.create(path).create(0)) {
      out.write(bytes);
    }
  }

  private static byte[] whole(TableStorage storage, String path) throws IOException {
    try (SeekableInputStream in = storage.open(path).newStream()) {
      return in.readAllBytes();
    }
  }
}
