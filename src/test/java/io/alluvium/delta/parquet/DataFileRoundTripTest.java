package io.alluvium.delta.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFileRoundTripTest {
  private static Path shared;

  @BeforeContainer
  static void makeDirectory() throws IOException {
    shared = TestRows.temporaryDirectory();
  }

  @AfterContainer
  static void removeDirectory() throws IOException {
    TestRows.delete(shared);
  }

  @Provide
  Arbitrary<List<Row>> rowsOfAllTypes() {
    return TestRows.rows(TestRows.ALL_TYPES);
  }

  @Property(tries = 150)
  void readsBackWhatWasWritten(@ForAll("rowsOfAllTypes") List<Row> rows) throws IOException {
    // Given
    WrittenFile file = TestRows.write(shared, TestRows.ALL_TYPES, List.of(), rows).get(0);
    // When
    List<Row> read = TestRows.read(shared, TestRows.ALL_TYPES, file);
    // Then
    assertThat(read).isEqualTo(rows);
  }

  /** A few values a partition, so that groups have several rows. */
  @Provide
  Arbitrary<List<Row>> partitionedRows() {
    return Arbitraries.of(TestRows.ALL_TYPES.columns())
        .map(Column::type)
        .filter(type -> type != Type.BINARY)
        .flatMap(
            type -> {
              Schema schema =
                  Schema.of(
                      new Column("v", Type.LONG),
                      new Column("p/x", type),
                      new Column("q", Type.STRING));
              return TestRows.values(type)
                  .list()
                  .ofSize(3)
                  .flatMap(
                      few ->
                          Combinators.combine(
                                  TestRows.values(Type.LONG),
                                  Arbitraries.of(0, 1, 2),
                                  Arbitraries.of("a/b=c%20 é", "__HIVE_DEFAULT_PARTITION__", "x"))
                              .as((v, i, q) -> TestRows.row(schema, v, few.get(i), q))
                              .list()
                              .ofMinSize(1)
                              .ofMaxSize(12));
            });
  }

  @Property(tries = 150)
  void partitionsKeepValuesAndOrder(@ForAll("partitionedRows") List<Row> rows) throws IOException {
    // Given
    Schema schema = rows.get(0).schema();
    // When
    List<WrittenFile> files = TestRows.write(shared, schema, List.of("p/x", "q"), rows);
    // Then
    for (WrittenFile file : files) {
      assertThat(TestRows.read(shared, schema, file))
          .isEqualTo(
              Arrays.stream(file.rows()).mapToObj(rows::get).map(this::emptyIsNull).toList());
      assertThat(file.rows()).isSorted();
      assertThat(file.file().numRecords()).isEqualTo(file.rows().length);
    }
    assertThat(files.stream().flatMapToInt(file -> IntStream.of(file.rows())))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, rows.size()).boxed().toList());
    assertThat(files.stream().map(file -> file.file().partitionValues())).doesNotHaveDuplicates();
  }

  private Row emptyIsNull(Row row) {
    return "".equals(row.get(1)) ? TestRows.row(row.schema(), row.get(0), null, row.get(2)) : row;
  }

  @Test
  void rollsToTheNextFileAtTheRowLimit(@TempDir Path root) throws IOException {
    // Given
    Schema schema = Schema.of(new Column("v", Type.INT));
    List<Row> rows = IntStream.range(0, 10).mapToObj(i -> TestRows.row(schema, i)).toList();
    DataFileSettings settings = new DataFileSettings("", Long.MAX_VALUE, 4, Map.of());
    // When
    List<WrittenFile> files =
        TestRows.write(new LocalTableStorage(root), schema, List.of(), rows, settings);
    // Then
    assertThat(files.stream().map(WrittenFile::rows))
        .containsExactly(new int[] {0, 1, 2, 3}, new int[] {4, 5, 6, 7}, new int[] {8, 9});
  }

  @Test
  void rollsToTheNextFileAtTheByteLimit(@TempDir Path root) throws IOException {
    // Given
    Schema schema = Schema.of(new Column("v", Type.LONG));
    List<Row> rows =
        IntStream.range(0, 5_000)
            .mapToObj(i -> TestRows.row(schema, i * 0x9E3779B97F4A7C15L))
            .toList();
    DataFileSettings settings = new DataFileSettings("", 10_000, 1_000_000, Map.of());
    // When
    List<WrittenFile> files =
        TestRows.write(new LocalTableStorage(root), schema, List.of(), rows, settings);
    // Then
    assertThat(files).hasSize(3);
    assertThat(files.stream().flatMapToInt(file -> IntStream.of(file.rows())))
        .containsExactlyElementsOf(IntStream.range(0, 5_000).boxed().toList());
  }

  @Test
  void projectsByNameAndFillsMissingColumnsWithNull(@TempDir Path root) throws IOException {
    // Given
    Schema old = Schema.of(new Column("a", Type.INT), new Column("b", Type.STRING));
    WrittenFile file =
        TestRows.write(root, old, List.of(), List.of(TestRows.row(old, 7, "seven"))).get(0);
    Schema evolved =
        Schema.of(
            new Column("b", Type.STRING), new Column("new", Type.LONG), new Column("a", Type.INT));
    DataFileReader reader = new DataFileReader(new LocalTableStorage(root), evolved);
    // When
    List<Row> read;
    try (RowIterator rows = reader.open(file.file(), List.of("a", "new", "b"))) {
      read = TestRows.drain(rows);
    }
    // Then
    assertThat(read).singleElement().hasToString("{a=7, new=null, b=seven}");
  }

  @Test
  void countsRowsThatHoldNoneOfTheColumns(@TempDir Path root) throws IOException {
    // Given
    Schema schema = Schema.of(new Column("a", Type.INT), new Column("p", Type.STRING));
    List<Row> rows = List.of(TestRows.row(schema, 1, "x"), TestRows.row(schema, 2, "x"));
    WrittenFile file = TestRows.write(root, schema, List.of("p"), rows).get(0);
    DataFileReader reader = new DataFileReader(new LocalTableStorage(root), schema);
    // When
    List<Row> read;
    long last;
    try (RowIterator iterator = reader.open(file.file(), List.of("p"))) {
      read = TestRows.drain(iterator);
      last = iterator.position();
    }
    // Then
    assertThat(read).hasToString("[{p=x}, {p=x}]");
    assertThat(last).isEqualTo(1);
  }
}
