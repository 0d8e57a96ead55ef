package io.alluvium.rekey;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.rekey.RekeyedRecord.Kind;
import io.alluvium.rekey.SourceProgress.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SourceProgressTest {
  private static final int OFFSETS = 60;

  @Test
  void whatFollowsCountsOnce() {
    // Given
    SourceProgress progress = new SourceProgress(Map.of(4, 10L));

    // When
    List<Judgement> judgements =
        List.of(
            progress.take(message(4, 7, 10)),
            progress.take(message(4, 9, 12)),
            progress.take(message(4, 12, 15)),
            progress.take(message(4, 12, 15)),
            progress.take(message(4, 16, 17)),
            progress.take(message(5, 0, 1)));

    // Then
    assertThat(judgements)
        .containsExactly(
            Judgement.SEEN,
            Judgement.NEXT,
            Judgement.NEXT,
            Judgement.SEEN,
            Judgement.HOLE,
            Judgement.UNKNOWN);
    assertThat(progress.positions()).containsExactly(Map.entry(4, 15L));
  }

  /**
   * Streams that begin anywhere at or below what is durable, that end, lose messages in between and
   * go on beside each other: each row counts once and in its order, and the last whole stream
   * brings all.
   */
  @Property
  void eachRowCountsOnceAndInOrder(
      @ForAll @IntRange(max = 100_000) int seed, @ForAll @IntRange(max = 6) int streams) {
    // Given: the offsets that have a row here; the others' rows go to other partitions
    SplittableRandom random = new SplittableRandom(seed);
    List<Long> rows = new ArrayList<>();
    for (long offset = 0; offset < OFFSETS; offset++) {
      if (random.nextInt(3) == 0) {
        rows.add(offset);
      }
    }
    List<List<RekeyedRecord>> running = new ArrayList<>();
    for (int i = 0; i < streams; i++) {
      running.add(broken(stream(rows, 0, random), random));
    }
    SourceProgress progress = new SourceProgress(Map.of(0, 0L));
    List<Long> taken = new ArrayList<>();

    // When
    while (running.stream().anyMatch(stream -> !stream.isEmpty())) {
      List<RekeyedRecord> one = running.get(random.nextInt(running.size()));
      if (!one.isEmpty()) {
        take(progress, one.remove(0), taken);
      }
    }
    stream(rows, progress.positions().get(0), random).forEach(m -> take(progress, m, taken));

    // Then
    assertThat(taken).isEqualTo(rows);
    assertThat(progress.positions()).containsEntry(0, (long) OFFSETS);
  }

  private static void take(SourceProgress progress, RekeyedRecord message, List<Long> taken) {
    if (progress.take(message) == Judgement.NEXT && message.kind() == Kind.ROW) {
      taken.add(message.to() - 1);
    }
  }

  /** A whole stream, with messages without rows wherever a batch ended. */
  private static List<RekeyedRecord> stream(List<Long> rows, long from, SplittableRandom random) {
    List<RekeyedRecord> messages = new ArrayList<>();
    long covered = from;
    for (long offset = from; offset < OFFSETS; offset++) {
      boolean last = offset == OFFSETS - 1;
      if (rows.contains(offset)) {
        messages.add(new RekeyedRecord(1, 0, covered, offset + 1, Kind.ROW, null));
        covered = offset + 1;
      } else if (last || random.nextInt(5) == 0) {
        messages.add(message(0, covered, offset + 1));
        covered = offset + 1;
      }
    }
    return messages;
  }

  /** It ends before its end, and some of its messages never arrive. */
  private static List<RekeyedRecord> broken(List<RekeyedRecord> whole, SplittableRandom random) {
    List<RekeyedRecord> left = new ArrayList<>(whole.subList(0, random.nextInt(whole.size())));
    left.removeIf(message -> random.nextInt(8) == 0);
    return left;
  }

  private static RekeyedRecord message(int source, long from, long to) {
    return new RekeyedRecord(1, source, from, to, Kind.NOTHING, null);
  }
}
