package io.alluvium.delta.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataFileWriterFailureTest {
  private static final Schema SCHEMA =
      Schema.of(new Column("v", Type.LONG), new Column("p", Type.INT));

  private static final List<Row> ROWS =
      IntStream.range(0, 300)
          .mapToObj(i -> TestRows.row(SCHEMA, i * 0x9E3779B97F4A7C15L, i % 3))
          .toList();

  @TempDir Path root;

  /**
   * Full at the first byte, within the first of three files, within the last, and in its footer.
   */
  @ParameterizedTest
  @ValueSource(longs = {0, 100, 3_000})
  void aFullDiskLeavesNoFile(long freeBytes) throws IOException {
    // Given
    FailingStorage storage = new FailingStorage(new LocalTableStorage(root), freeBytes);
    // When
    Throwable failure = catchThrowable(() -> write(storage));
    // Then
    assertThat(failure).isInstanceOf(IOException.class).hasStackTraceContaining("No space left");
    assertThat(TestRows.filesBelow(root)).isEmpty();
    assertThat(storage.open()).isZero();
  }

  /** The last byte of the last footer doesn't fit; all fits, but can't be made durable. */
  @ParameterizedTest
  @ValueSource(longs = {1, 0})
  void aFailureAtTheVeryEndLeavesNoFile(long missingBytes) throws IOException {
    // Given
    FailingStorage roomy = new FailingStorage(new LocalTableStorage(root), 1_000_000);
    for (WrittenFile file : write(roomy)) {
      roomy.delete(DataFilePath.decode(file.file().path()));
    }
    long needed = 1_000_000 - roomy.free();
    FailingStorage storage = new FailingStorage(new LocalTableStorage(root), needed - missingBytes);
    // When
    Throwable failure = catchThrowable(() -> write(storage));
    // Then
    assertThat(needed).isGreaterThan(3_000);
    assertThat(failure).isInstanceOf(IOException.class).hasStackTraceContaining("No space left");
    assertThat(TestRows.filesBelow(root)).isEmpty();
    assertThat(storage.open()).isZero();
  }

  @Test
  void enoughSpaceLeavesThreeFiles() throws IOException {
    // Given
    FailingStorage storage = new FailingStorage(new LocalTableStorage(root), 10_000);
    // When
    write(storage);
    // Then
    assertThat(TestRows.filesBelow(root)).hasSize(3);
    assertThat(storage.open()).isZero();
  }

  private static List<WrittenFile> write(TableStorage storage) throws IOException {
    return TestRows.write(storage, SCHEMA, List.of("p"), ROWS, DataFileSettings.DEFAULT);
  }
}
