package io.alluvium.delta.compact;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tag that tells which batches a merged file holds. */
class BatchRunsTest {
  private record Step(int gap, int length, int records, int rows, int pause) {}

  @Provide
  Arbitrary<Step> steps() {
    Arbitrary<Integer> small = Arbitraries.integers().between(0, 5);
    return Combinators.combine(
            Arbitraries.integers().between(0, 3), small, small, small, Arbitraries.integers())
        .as(
            (gap, length, records, rows, pause) ->
                new Step(
                    gap, length + 1, records, Math.min(records, rows), pause & Integer.MAX_VALUE));
  }

  private static List<BatchRun> runs(List<Step> steps) {
    List<BatchRun> runs = new ArrayList<>();
    long to = 5_000_000_000L;
    long ingest = 1_700_000_000_000_000L;
    for (Step step : steps) {
      long from = to + step.gap;
      to = from + step.length;
      ingest += step.pause;
      runs.add(new BatchRun(from, to, step.rows, step.records, ingest, ingest));
    }
    return runs;
  }

  @Property
  void isReadAsItWasWritten(
      @ForAll @Size(min = 1, max = 20) List<@net.jqwik.api.From("steps") Step> steps) {
    // Given
    List<BatchRun> runs = BatchRuns.concat(List.of(), runs(steps));

    // When
    String text = BatchRuns.write(runs);

    // Then
    assertThat(BatchRuns.parse(text)).contains(runs);
  }

  @Property
  void joiningLosesNeitherRowsNorGapsNorPartialBatches(
      @ForAll @Size(min = 1, max = 20) List<@net.jqwik.api.From("steps") Step> steps) {
    // Given
    List<BatchRun> single = runs(steps);
    int half = single.size() / 2;

    // When
    List<BatchRun> joined =
        BatchRuns.concat(
            BatchRuns.concat(List.of(), single.subList(0, half)),
            BatchRuns.concat(List.of(), single.subList(half, single.size())));

    // Then
    assertThat(joined.stream().mapToLong(BatchRun::rows).sum())
        .isEqualTo(single.stream().mapToLong(BatchRun::rows).sum());
    assertThat(joined.stream().mapToLong(BatchRun::records).sum())
        .isEqualTo(single.stream().mapToLong(BatchRun::records).sum());
    assertThat(joined.stream().filter(run -> !run.isComplete()))
        .containsExactlyElementsOf(single.stream().filter(run -> !run.isComplete()).toList());
    assertThat(covered(joined)).isEqualTo(covered(single));
    for (int i = 1; i < joined.size(); i++) {
      assertThat(joined.get(i - 1).joins(joined.get(i))).isFalse();
    }
  }

  private static List<Long> covered(List<BatchRun> runs) {
    return runs.stream()
        .flatMap(run -> java.util.stream.LongStream.range(run.from(), run.to()).boxed())
        .toList();
  }

  @Test
  void manyBatchesThatLieInOneFileAreOneRun() {
    // Given
    List<BatchRun> runs = List.of();

    // When
    for (int i = 0; i < 10_000; i++) {
      runs =
          BatchRuns.concat(
              runs, List.of(new BatchRun(i * 10L, i * 10L + 10, 10, 10, i * 7L, i * 7L)));
    }

    // Then
    assertThat(BatchRuns.write(runs)).isEqualTo("0,100000,0,69993");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1,2,3", "1,2,3,x", "1,2,3,4;", "1,2,3,4,5,6,7", "1, 2,3,4"})
  void whatIsNoListTellsNothing(String text) {
    // Given
    DataFile file =
        new DataFile(
            "f", Map.of(), 1, 1, 1, null, Map.of(FileTags.PARTITION, "0", FileTags.BATCHES, text));

    // When
    var runs = BatchRuns.of(file);

    // Then
    assertThat(runs).isEmpty();
  }
}
