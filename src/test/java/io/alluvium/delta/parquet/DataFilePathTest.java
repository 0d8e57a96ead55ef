package io.alluvium.delta.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFilePathTest {
  @Test
  void escapesValuesOnceForDirectoriesAndOnceForTheLog() {
    // Given
    List<String> values = Arrays.asList("a/b=c%20 é", null);
    // When
    String directory = DataFilePath.directory(List.of("p", "q:r"), values);
    // Then
    assertThat(directory).isEqualTo("p=a%2Fb%3Dc%2520 %C3%A9/q%3Ar=__HIVE_DEFAULT_PARTITION__/");
    assertThat(DataFilePath.encode(directory))
        .isEqualTo("p=a%252Fb%253Dc%252520%20%25C3%25A9/q%253Ar=__HIVE_DEFAULT_PARTITION__/");
  }

  @Property
  void decodingUndoesEncoding(@ForAll String value) throws IOException {
    // Given
    String path = DataFilePath.directory(List.of("p"), List.of(value)) + "part-0.parquet";
    // When
    String decoded = DataFilePath.decode(DataFilePath.encode(path));
    // Then
    assertThat(decoded).isEqualTo(path).isPrintable();
  }

  /** Spark leaves characters beyond ASCII as they are in both layers. */
  @Test
  void decodesWhatSparkWrites() throws IOException {
    // Given
    String logged = "p=a%252Fb%20é/part-00000.c000.snappy.parquet";
    // When
    String path = DataFilePath.decode(logged);
    // Then
    assertThat(path).isEqualTo("p=a%2Fb é/part-00000.c000.snappy.parquet");
  }

  @Test
  void keepsAbsoluteLocalFilesAndRefusesOtherPlaces() throws IOException {
    // Given
    String elsewhere = "s3://bucket/table/part-0.parquet";
    // When
    String local = DataFilePath.decode("file:///data/t%201/part-0.parquet");
    // Then
    assertThat(local).isEqualTo("/data/t 1/part-0.parquet");
    assertThatThrownBy(() -> DataFilePath.decode(elsewhere))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("outside of the table");
    assertThatThrownBy(() -> DataFilePath.decode("a b"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no URI");
  }

  @Test
  void valuesTooLongForAFileNameStillGetAFile(@TempDir Path root) throws IOException {
    // Given
    Schema schema = Schema.of(new Column("v", Type.INT), new Column("p", Type.STRING));
    Row row = TestRows.row(schema, 1, "é%".repeat(500));
    // When
    WrittenFile file = TestRows.write(root, schema, List.of("p"), List.of(row)).get(0);
    // Then
    assertThat(TestRows.read(root, schema, file)).containsExactly(row);
    assertThat(TestRows.filesBelow(root))
        .allMatch(path -> !path.getParent().toString().matches(".*%.?"));
  }
}
