package io.alluvium.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Spark's cast of every value to every type gives what ours gave, which our writer wrote. */
@ExtendWith(Fixtures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class CastMatrixIT {
  private static final Path SOURCE = Path.of("src/test/launcher/CastsForTests.java");
  private static final int EXAMPLES = 5;

  private List<Dataset<Row>> tables;
  private List<String> types;

  @BeforeAll
  void cast(SparkSession spark) throws Exception {
    Path directory = Files.createDirectories(Workspace.ROOT.resolve("casts"));
    Path errors = directory.resolve("errors.log");
    Process process = Program.start(errors, SOURCE.toString(), directory.toString());
    try {
      boolean ended = process.waitFor(60, TimeUnit.SECONDS);
      assertThat(ended && process.exitValue() == 0).as(Files.readString(errors)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    try (Stream<Path> paths = Files.list(directory)) {
      tables =
          paths
              .filter(Files::isDirectory)
              .map(path -> spark.read().parquet(path.toString()).cache())
              .toList();
    }
    types = tables.stream().map(CastMatrixIT::sourceType).toList();
  }

  @Test
  void everyValueIsCastAsSparkCastsIt() {
    // Given
    List<String> differences = new ArrayList<>();

    // When
    long cells = tables.stream().mapToLong(table -> compare(table, differences)).sum();

    // Then
    assertThat(differences).isEmpty();
    assertThat(tables.stream().mapToLong(Dataset::count).sum()).isGreaterThan(20_000);
    assertThat(cells).isGreaterThan(300_000);
  }

  @Test
  void castsThatAreRefusedGiveNothingInSpark() {
    // Given
    List<String> given = new ArrayList<>();

    // When
    for (Dataset<Row> table : tables) {
      List<String> allowed = targets(table).map(CastMatrixIT::type).toList();
      types.stream()
          .filter(type -> !allowed.contains(type) && givesValues(table, type))
          .forEach(type -> given.add(sourceType(table) + " to " + type));
    }

    // Then
    assertThat(given).isEmpty();
  }

  /** The number of cells that were compared. */
  private static long compare(Dataset<Row> table, List<String> differences) {
    List<StructField> targets = targets(table).toList();
    String[] counts =
        targets.stream().map(target -> "count_if(" + differs(target) + ")").toArray(String[]::new);
    Row found = table.selectExpr(counts).first();
    for (int i = 0; i < targets.size(); i++) {
      if (found.getLong(i) > 0) {
        StructField target = targets.get(i);
        differences.add(
            "%s to %s: %d, such as [value, ours, Spark's] %s"
                .formatted(
                    sourceType(table), type(target), found.getLong(i), examples(table, target)));
      }
    }
    return targets.size() * table.count();
  }

  private static String examples(Dataset<Row> table, StructField target) {
    return table
        .filter(differs(target))
        .selectExpr("v", target.name(), "cast(v AS " + type(target) + ")")
        .limit(EXAMPLES)
        .collectAsList()
        .toString();
  }

  /** By their text, for -0.0 equals 0.0. */
  private static String differs(StructField target) {
    String text = "NOT (cast(%s AS string) <=> cast(cast(v AS %s) AS string))";
    return text.formatted(target.name(), type(target));
  }

  private static boolean givesValues(Dataset<Row> table, String type) {
    try {
      return !table.filter("cast(v AS " + type + ") IS NOT NULL").isEmpty();
    } catch (Exception e) {
      if (e instanceof AnalysisException) {
        return false;
      }
      throw e;
    }
  }

  private static Stream<StructField> targets(Dataset<Row> table) {
    return Arrays.stream(table.schema().fields()).filter(field -> field.name().startsWith("c"));
  }

  private static String sourceType(Dataset<Row> table) {
    return type(table.schema().apply("v"));
  }

  private static String type(StructField field) {
    return field.dataType().sql();
  }
}
