package io.alluvium.interop;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count_if;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.timestamp_micros;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Columns of silver are what Spark's functions make of the same bronze rows. */
@ExtendWith(Fixtures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class ColumnRulesIT {
  private static final Path SOURCE = Path.of("src/test/launcher/RulesForTests.java");
  private static final long NOW_MICROS = 1_793_000_000_123_456L;
  private static final int ROWS = 21_000;
  private static final int RULES_PER_QUERY = 40;
  private static final int EXAMPLES = 4;

  private List<SilverRule> rules;
  private Dataset<Row> table;

  /**
   * Spark takes lower(upper(x)) for lower(x), which it isn't for ß; it doesn't when the inner one
   * is a column of a table, as here.
   */
  private static final String TAKES_AWAY_INNER_CASES =
      "org.apache.spark.sql.catalyst.optimizer.SimplifyCaseConversionExpressions";

  @BeforeAll
  void map(SparkSession spark) throws Exception {
    Path directory = Files.createDirectories(Workspace.ROOT.resolve("rules"));
    rules = SilverRules.all(timestamp_micros(lit(NOW_MICROS)));
    Path pipeline = Workspace.ROOT.resolve("rules.yaml");
    Files.writeString(pipeline, pipeline(directory));
    Path errors = Workspace.ROOT.resolve("rules.log");
    Process process =
        Program.start(
            errors,
            SOURCE.toString(),
            pipeline.toString(),
            directory.toString(),
            Integer.toString(ROWS),
            Long.toString(NOW_MICROS));
    try {
      boolean ended = process.waitFor(120, TimeUnit.SECONDS);
      assertThat(ended && process.exitValue() == 0).as(Files.readString(errors)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    table = spark.read().parquet(directory.toString());
    for (String name : SilverRules.BRONZE.keySet()) {
      table = table.withColumnRenamed("b_" + name, name);
    }
  }

  /** JSON is YAML; {@code $${} stands for a bare <code>${</code>. */
  private String pipeline(Path directory) throws Exception {
    Map<String, Object> columns = new LinkedHashMap<>();
    rules.forEach(rule -> columns.put(rule.name(), rule.spec()));
    Map<String, Object> pipeline =
        Map.of(
            "name", "rules",
            "kafka", Map.of("bootstrap.servers", "localhost:9092"),
            "source", Map.of("topic", "rules"),
            "bronze",
                Map.of(
                    "path", directory.resolve("bronze").toString(), "columns", SilverRules.BRONZE),
            "silver",
                Map.of(
                    "path",
                    directory.resolve("silver").toString(),
                    "key",
                    List.of("n"),
                    "on-match",
                    "always",
                    "columns",
                    columns));
    return new ObjectMapper().writeValueAsString(pipeline).replace("${", "$${");
  }

  @Test
  void everyColumnIsWhatSparkMakes(SparkSession spark) {
    // Given
    List<SilverRule> kept = rules.stream().filter(SilverRule::isKept).toList();
    List<String> differences = new ArrayList<>();

    // When
    spark.conf().set("spark.sql.optimizer.excludedRules", TAKES_AWAY_INNER_CASES);
    try {
      for (int i = 0; i < kept.size(); i += RULES_PER_QUERY) {
        compare(kept.subList(i, Math.min(kept.size(), i + RULES_PER_QUERY)), differences);
      }
    } finally {
      spark.conf().unset("spark.sql.optimizer.excludedRules");
    }

    // Then
    assertThat(differences).isEmpty();
    assertThat(table.count()).isEqualTo(ROWS);
    assertThat(table.columns()).hasSize(SilverRules.BRONZE.size() + kept.size());
    assertThat(kept).hasSizeGreaterThan(200);
  }

  /** A step that leaves all texts as they are would show nothing. */
  @Test
  void everyStepChangesSomeText() {
    // Given
    List<String> steps =
        rules.stream().map(SilverRule::name).filter(name -> name.startsWith("step")).toList();
    Column[] changed =
        steps.stream()
            .map(name -> count_if(not(col("s_" + name).eqNullSafe(col("text")))))
            .toArray(Column[]::new);

    // When
    Row counts = table.select(changed).first();

    // Then
    for (int i = 0; i < steps.size(); i++) {
      String spec = spec(steps.get(i));
      if (!spec.contains("{cast=string}")) {
        assertThat(counts.getLong(i)).as(spec).isGreaterThan(10);
      }
    }
  }

  private String spec(String name) {
    return rules.stream()
        .filter(rule -> rule.name().equals(name))
        .map(rule -> rule.spec().toString())
        .findFirst()
        .orElseThrow();
  }

  private void compare(List<SilverRule> some, List<String> differences) {
    Column[] expected = some.stream().map(SilverRule::expected).toArray(Column[]::new);
    StructType sparks = table.select(expected).schema();
    Row counts =
        table.select(some.stream().map(r -> count_if(differs(r))).toArray(Column[]::new)).first();
    for (int i = 0; i < some.size(); i++) {
      SilverRule rule = some.get(i);
      DataType type = table.schema().apply("s_" + rule.name()).dataType();
      if (!type.equals(sparks.apply(i).dataType())) {
        differences.add(rule + " is " + type.sql() + ", not " + sparks.apply(i).dataType().sql());
      }
      if (counts.getLong(i) > 0) {
        differences.add(
            "%s %s: %d, such as [bronze, ours, Spark's] %s"
                .formatted(rule.name(), rule.spec(), counts.getLong(i), examples(rule)));
      }
    }
  }

  private List<String> examples(SilverRule rule) {
    Column[] bronze = SilverRules.BRONZE.keySet().stream().map(n -> col(n)).toArray(Column[]::new);
    return table
        .filter(differs(rule))
        .select(struct(bronze), col("s_" + rule.name()), rule.expected())
        .limit(EXAMPLES)
        .toJSON()
        .collectAsList();
  }

  /** Doubles by their text, for -0.0 equals 0.0. */
  private Column differs(SilverRule rule) {
    Column ours = col("s_" + rule.name());
    return table.schema().apply("s_" + rule.name()).dataType().equals(DataTypes.DoubleType)
        ? not(ours.cast("string").eqNullSafe(rule.expected().cast("string")))
        : not(ours.eqNullSafe(rule.expected()));
  }
}
