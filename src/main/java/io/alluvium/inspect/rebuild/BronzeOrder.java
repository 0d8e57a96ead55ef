package io.alluvium.inspect.rebuild;

import io.alluvium.delta.DataFile;
import io.alluvium.inspect.rebuild.Chain.Segment;
import io.alluvium.inspect.verify.Part;
import io.alluvium.inspect.verify.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * In which order bronze's rows were written, as far as its files tell: batch by batch, and within a
 * file row by row. Files without tags come before all others, by their times of modification, which
 * is when Spark wrote them.
 */
final class BronzeOrder {
  private static final Comparator<DataFile> WRITTEN =
      Comparator.comparingLong(DataFile::modificationTime).thenComparing(DataFile::path);

  private BronzeOrder() {}

  /**
   * The files' rows as chains, to be merged by rank.
   *
   * @param untagged files that don't tell their batches
   * @param spans in the order of writing
   */
  static List<Chain> of(List<DataFile> untagged, List<Span> spans) {
    List<Chain> chains = new ArrayList<>();
    int rank = 0;
    for (DataFile file : untagged.stream().sorted(WRITTEN).toList()) {
      chains.add(new Chain(file, List.of(new Segment(rank++, 0, Long.MAX_VALUE))));
    }
    Map<DataFile, List<Start>> starts = new LinkedHashMap<>();
    for (Span span : spans) {
      for (Part part : span.parts()) {
        starts
            .computeIfAbsent(part.file(), file -> new ArrayList<>())
            .add(new Start(rank, part.first()));
      }
      rank++;
    }
    starts.forEach((file, all) -> chains.addAll(chains(file, all)));
    return chains;
  }

  /** Where the rows of a batch begin. */
  private record Start(int rank, long first) {}

  /** Where an earlier batch lies behind a later one, the file is read once more for it. */
  private static List<Chain> chains(DataFile file, List<Start> starts) {
    List<Start> inFile = starts.stream().sorted(Comparator.comparingLong(Start::first)).toList();
    List<Chain> chains = new ArrayList<>();
    List<Segment> rising = new ArrayList<>();
    for (int i = 0; i < inFile.size(); i++) {
      Start start = inFile.get(i);
      if (!rising.isEmpty() && rising.get(rising.size() - 1).rank() > start.rank()) {
        chains.add(new Chain(file, rising));
        rising = new ArrayList<>();
      }
      // A writer that gives no statistics doesn't tell how many rows there are.
      long end = i + 1 < inFile.size() ? inFile.get(i + 1).first() : Long.MAX_VALUE;
      rising.add(new Segment(start.rank(), start.first(), end));
    }
    chains.add(new Chain(file, rising));
    return chains;
  }
}
