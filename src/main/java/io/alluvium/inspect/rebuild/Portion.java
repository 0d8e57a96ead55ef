package io.alluvium.inspect.rebuild;

import io.alluvium.inspect.rebuild.Chain.Segment;
import io.alluvium.row.Hash64;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of bronze that are folded together, apart from all others: those of a source partition where
 * each has its keys for itself, so that less is held at a time, else all there are.
 *
 * @param source partition that the rows came from; 0 if they came from any
 */
record Portion(String name, int source, List<Chain> chains) {
  Portion {
    chains = List.copyOf(chains);
  }

  /** All that there is to fold. */
  static List<Portion> of(BronzeContent bronze, Ownership ownership) {
    if (!(ownership instanceof Ownership.Kept) || !bronze.untagged().isEmpty()) {
      return List.of(new Portion("all", 0, BronzeOrder.of(bronze.untagged(), bronze.spans())));
    }
    return bronze.partitions().stream()
        .map(p -> new Portion("" + p, p, BronzeOrder.of(List.of(), bronze.spans(p))))
        .toList();
  }

  /**
   * Which rows these are and in which order they come. Data files never change, so that their names
   * and vectors say it all.
   */
  String fingerprint() {
    StringBuilder text = new StringBuilder();
    for (Chain chain : chains) {
      text.append(chain.file().path())
          .append(chain.file().size())
          .append(chain.file().vector())
          .append(chain.segments())
          .append('\n');
    }
    return Long.toHexString(Hash64.of(text.toString()));
  }

  /** What is left once all batches before one were folded. */
  Portion from(int rank) {
    List<Chain> left = new ArrayList<>();
    for (Chain chain : chains) {
      List<Segment> segments = chain.segments().stream().filter(s -> s.rank() >= rank).toList();
      if (!segments.isEmpty()) {
        left.add(new Chain(chain.file(), segments));
      }
    }
    return new Portion(name, source, left);
  }
}
