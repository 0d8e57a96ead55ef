package io.alluvium.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every pipeline goes on in tables that Spark has rearranged, and all readers see its rows. */
@ExtendWith(Fixtures.class)
@Tag("long")
class WorkloadsIT {
  private static final int ROUNDS = 4;

  @ParameterizedTest
  @EnumSource
  void readersSeeTheSameRows(Workload workload, Broker broker, SparkSession spark)
      throws Exception {
    // Given
    Landing landing = Landing.create(broker, workload.pipeline(), "readers-" + workload, 2);
    String[] overrides = workload.overrides().toArray(String[]::new);
    for (int round = 0; round < ROUNDS; round++) {
      landing.publish(workload.round(round));
      landing.land(overrides);
      if (round == ROUNDS / 2) {
        optimize(spark, landing.bronze());
        optimize(spark, landing.silver());
      }
    }
    String columns = String.join(", ", workload.plain());

    // When
    Program.Result verified = landing.run(List.of("verify"), overrides);
    List<String> bySpark =
        Tables.read(spark, landing.silver())
            .selectExpr(workload.plain().toArray(String[]::new))
            .collectAsList()
            .stream()
            .map(RowTexts::of)
            .sorted()
            .toList();
    List<String> byKernel =
        new KernelReader()
            .read(landing.silver(), row -> RowTexts.of(row, workload.plain())).stream()
                .sorted()
                .toList();
    Program.Result sql =
        landing.run(List.of("sql", "-o", "json", "SELECT " + columns + " FROM silver"), overrides);

    // Then
    assertThat(verified.exitCode()).as(verified.output()).isZero();
    assertThat(bySpark).hasSizeGreaterThan(30).doesNotHaveDuplicates();
    assertThat(byKernel).isEqualTo(bySpark);
    assertThat(
            sql.output().lines().map(line -> RowTexts.of(line, workload.plain())).sorted().toList())
        .isEqualTo(bySpark);
    assertThat(
            Tables.read(spark, landing.silver())
                .groupBy(
                    workload.key().get(0), workload.key().stream().skip(1).toArray(String[]::new))
                .count()
                .filter("count > 1")
                .collectAsList())
        .isEmpty();
  }

  private static void optimize(SparkSession spark, Path table) {
    spark.sql("OPTIMIZE delta.`" + table + "`").collectAsList();
  }
}
