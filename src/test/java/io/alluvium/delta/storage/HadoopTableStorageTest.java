package io.alluvium.delta.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On Hadoop's file system of this machine, whose paths are those of any other. */
class HadoopTableStorageTest {
  @TempDir private Path directory;
  private HadoopTableStorage storage;
  private Path victim;

  @BeforeEach
  void open() throws IOException {
    Path root = Files.createDirectories(directory.resolve("table"));
    storage =
        new HadoopTableStorage(new org.apache.hadoop.fs.Path("file:" + root), new Configuration());
    victim = Files.writeString(directory.resolve("victim"), "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../victim", "p=1/../../victim", "DIRECTORY/victim", "..", "."})
  void nothingOutsideOfTheTableIsDeleted(String template) {
    // Given
    String path = template.replace("DIRECTORY", directory.toString());

    // When / Then
    assertThatThrownBy(() -> storage.delete(path))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("outside of the table");
    assertThat(victim).exists();
  }

  @Test
  void whatLiesInItIsDeleted() throws IOException {
    // Given
    Path file = Files.writeString(directory.resolve("table/a b.parquet"), "");

    // When
    storage.delete("a b.parquet");

    // Then
    assertThat(file).doesNotExist();
  }
}
