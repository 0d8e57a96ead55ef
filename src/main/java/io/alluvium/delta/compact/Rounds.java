package io.alluvium.delta.compact;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Tells one source partition's batches apart by how often its offsets had been gone back in when
 * they were written ({@code reset}). Batches of two rounds must not be told as one run: those in
 * between, which hold the same offsets, lie in other files. Pure.
 */
final class Rounds {
  private record Id(long from, long to, long ingest) {}

  private final Map<Id, Integer> rounds = new HashMap<>();

  Rounds(List<BronzeFile> files) {
    Stream<BatchRun> written =
        files.stream()
            .flatMap(file -> file.runs().stream())
            .sorted(
                Comparator.comparingLong(BatchRun::firstIngest)
                    .thenComparingLong(BatchRun::from)
                    .thenComparingLong(BatchRun::to));
    long position = Long.MIN_VALUE;
    int round = 0;
    for (BatchRun run : (Iterable<BatchRun>) written::iterator) {
      if (rounds.containsKey(id(run))) {
        continue;
      }
      if (run.from() < position) {
        round++;
      }
      rounds.put(id(run), round);
      position = run.to();
    }
  }

  private static Id id(BatchRun run) {
    return new Id(run.from(), run.to(), run.firstIngest());
  }

  /** The round that all of a file's batches belong to; empty if there are several. */
  OptionalInt of(BronzeFile file) {
    int[] found = file.runs().stream().mapToInt(run -> rounds.get(id(run))).distinct().toArray();
    return found.length == 1 ? OptionalInt.of(found[0]) : OptionalInt.empty();
  }
}
