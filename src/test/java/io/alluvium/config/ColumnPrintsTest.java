package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnPrintsTest {
  private static final String FILE =
      """
      name: p
      kafka: {bootstrap.servers: "host:9092"}
      source: {topic: t}
      bronze:
        path: b
        columns:
          k: string
          n: int
          price: string
          ts: timestamp
          day: {date-of: ts}
      silver:
        path: s
        key: [k]
        sequence-by: [ts]
        columns:
          k: copy
          cleaned: {copy: price, then: [trim], drop: true}
          price: {copy: cleaned, type: double}
          n: {copy: n, then: [{default: 0}]}
          day: copy
          ts: copy
      """;

  private static ColumnPrints prints(String file) {
    return ColumnPrints.of(
        new PipelineParser(Map.<String, String>of()::get, Path.of("/w"))
            .parse("p.yaml", file, List.of())
            .config());
  }

  private static List<String> changed(String before, String after) {
    return prints(after).changedSince(Map.of(ColumnPrints.PROPERTY, prints(before).text()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{default: 0}|{default: 1}|n",
        "then: [trim], drop|then: [trim, lower], drop|price",
        "price: string|price: {field: cost, type: string}|price",
        "ts: timestamp|ts: {field: at, type: timestamp}|day,ts",
        "path: s|path: elsewhere|",
        "n: int|n: {field: n, type: int}|",
        "day: copy|day: {date-of: ts}|day"
      })
  void tellWhatIsMadeAnotherWay(String from, String to, String columns) {
    // Given
    List<String> expected = columns == null ? List.of() : List.of(columns.split(","));

    // When
    List<String> changed = changed(FILE, FILE.replace(from, to));

    // Then
    assertThat(FILE).contains(from);
    assertThat(changed).isEqualTo(expected);
  }

  @Test
  void knowNothingOfNewColumnsAndOfTablesWithoutThem() {
    // Given
    ColumnPrints now = prints(FILE + "    more: {copy: k}\n");

    // When
    List<String> changed = now.changedSince(Map.of(ColumnPrints.PROPERTY, prints(FILE).text()));

    // Then
    assertThat(changed).isEmpty();
    assertThat(now.changedSince(Map.of())).isEmpty();
    assertThat(now.changedSince(Map.of(ColumnPrints.PROPERTY, "{garbage"))).isEmpty();
    assertThat(now.changedSince(Map.of(ColumnPrints.PROPERTY, "[1]"))).isEmpty();
  }
}
