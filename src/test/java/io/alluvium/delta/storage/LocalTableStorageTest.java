package io.alluvium.delta.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalTableStorageTest {
  @TempDir private Path directory;
  private LocalTableStorage storage;
  private Path victim;

  @BeforeEach
  void open() throws IOException {
    Path root = Files.createDirectories(directory.resolve("table").resolve("p=1")).getParent();
    storage = new LocalTableStorage(root);
    victim = Files.writeString(directory.resolve("victim"), "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../victim",
        "p=1/../../victim",
        "./../victim",
        "DIRECTORY/victim",
        "DIRECTORY/table/../victim",
        "",
        ".",
        "p=1/.."
      })
  void nothingOutsideOfTheTableIsDeleted(String template) {
    // Given
    String path = template.replace("DIRECTORY", directory.toString());

    // When / Then
    assertThatThrownBy(() -> storage.delete(path))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("outside of the table");
    assertThatThrownBy(() -> storage.deleteIfEmpty(path))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("outside of the table");
    assertThat(victim).exists();
  }

  @Test
  void whatLiesInItIsDeletedByAnyNameOfIt() throws IOException {
    // Given
    Path root = directory.resolve("table");
    Files.writeString(root.resolve("a"), "");
    Files.writeString(root.resolve("p=1").resolve("b"), "");

    // When
    storage.delete("p=1/../a");
    storage.delete(root.resolve("p=1/b").toString());
    storage.delete("never/was");
    storage.deleteIfEmpty("p=1");

    // Then
    assertThat(root).isEmptyDirectory();
  }
}
