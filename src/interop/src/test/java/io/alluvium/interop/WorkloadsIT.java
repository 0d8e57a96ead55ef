package io.alluvium.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every pipeline goes on in tables that Spark has rearranged, and all readers see its rows. */
@ExtendWith(Fixtures.class)
@Tag("long")
class WorkloadsIT {
  private static final ObjectMapper MAPPER = new ObjectMapper();
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
            .map(WorkloadsIT::text)
            .sorted()
            .toList();
    List<String> byKernel =
        new KernelReader()
            .read(landing.silver(), row -> text(row, workload.plain())).stream().sorted().toList();
    Program.Result sql =
        landing.run(List.of("sql", "-o", "json", "SELECT " + columns + " FROM silver"), overrides);

    // Then
    assertThat(verified.exitCode()).as(verified.output()).isZero();
    assertThat(bySpark).hasSizeGreaterThan(30).doesNotHaveDuplicates();
    assertThat(byKernel).isEqualTo(bySpark);
    assertThat(sql.output().lines().map(line -> text(line, workload.plain())).sorted().toList())
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

  private static String text(org.apache.spark.sql.Row row) {
    return IntStream.range(0, row.size())
        .mapToObj(i -> Objects.toString(row.get(i)))
        .toList()
        .toString();
  }

  private static String text(io.delta.kernel.data.Row row, List<String> columns) {
    return columns.stream()
        .map(name -> row.getSchema().indexOf(name))
        .map(i -> Objects.toString(row.isNullAt(i) ? null : value(row, i)))
        .toList()
        .toString();
  }

  private static Object value(io.delta.kernel.data.Row row, int i) {
    if (row.getSchema().at(i).getDataType() == IntegerType.INTEGER) {
      return row.getInt(i);
    }
    return row.getSchema().at(i).getDataType() == LongType.LONG ? row.getLong(i) : row.getString(i);
  }

  private static String text(String line, List<String> columns) {
    try {
      JsonNode row = MAPPER.readTree(line);
      return columns.stream().map(row::get).map(JsonNode::asText).toList().toString();
    } catch (IOException e) {
      throw new AssertionError(line, e);
    }
  }
}
