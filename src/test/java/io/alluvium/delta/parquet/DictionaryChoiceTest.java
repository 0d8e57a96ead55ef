package io.alluvium.delta.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DictionaryChoiceTest {
  private static final Schema SCHEMA = Schema.of(new Column("v", Type.STRING));

  /** 400 values in 20,000 rows hardly repeat within the sample, but do in the file. */
  @ParameterizedTest
  @CsvSource({
    "20000, 400, true",
    "20000, 1000000, false",
    "200, 10, true",
    "200, 1000000, false",
    "1, 1, false"
  })
  void judgesTheFileByASample(int rows, int distinctValues, boolean expected) {
    // Given
    Random random = new Random(1);
    List<Row> values =
        IntStream.range(0, rows)
            .mapToObj(i -> TestRows.row(SCHEMA, "value " + random.nextInt(distinctValues)))
            .toList();
    // When
    boolean repeats = repeats(values);
    // Then
    assertThat(repeats).isEqualTo(expected);
  }

  @Test
  void aColumnOfNullsNeedsNoDictionary() {
    // Given
    List<Row> nulls =
        IntStream.range(0, 100).mapToObj(i -> TestRows.row(SCHEMA, (Object) null)).toList();
    // When
    boolean repeats = repeats(nulls);
    // Then
    assertThat(repeats).isFalse();
  }

  private static boolean repeats(List<Row> rows) {
    int[] order = IntStream.range(0, rows.size()).toArray();
    return new DictionaryChoice().repeats(rows, order, 0);
  }
}
