package io.alluvium.upsert;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.TableSpec;
import io.alluvium.delta.parquet.DataFileSettings;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import io.alluvium.store.LatestStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpsertWriterTest {
  private static final Schema SCHEMA = Schema.of(new Column("key", Type.STRING));

  @TempDir private Path root;

  @Test
  void aRelocationNamesAllThatHasToGoIfItIsRejected() throws IOException {
    // Given
    TableSpec table = new TableSpec("t", root.toString(), SCHEMA, List.of(), Map.of());
    UpsertWriter writer =
        new UpsertWriter(
            new LocalTableStorage(root), table, DataFileSettings.DEFAULT, Clock.systemUTC());
    WrittenFile copy = writer.copy(List.of(row("a"), row("b")), Map.of()).get(0);
    int[] ids = {0, LatestStore.NO_KEY};
    Relocation relocation =
        new Relocation(List.of(), List.of(new Relocation.Target(copy.file(), ids)));

    // When
    WrittenUpsert written = writer.write(relocation);

    // Then
    assertThat(written.newPaths()).hasSize(2).containsExactlyInAnyOrderElementsOf(files());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .toList();
    }
  }

  private static Row row(String key) {
    return new RowBuilder(SCHEMA).setString(0, key).build();
  }
}
