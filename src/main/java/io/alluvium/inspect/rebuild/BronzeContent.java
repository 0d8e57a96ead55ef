package io.alluvium.inspect.rebuild;

import io.alluvium.config.Matching.OnMatch;
import io.alluvium.config.SilverConfig;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.inspect.BronzeFiles;
import io.alluvium.inspect.Positions;
import io.alluvium.inspect.verify.Span;
import io.alluvium.pipeline.AppIds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Bronze at one version.
 *
 * @param positions the next offsets by source partition
 * @param partitionsAtFirst how many the topic had when bronze began to take from it; empty if
 *     bronze doesn't know
 * @param untagged files that don't tell their batches
 * @param spans the batches of the others, in the order of writing
 */
record BronzeContent(
    long version,
    Map<Integer, Long> positions,
    OptionalLong partitionsAtFirst,
    List<DataFile> untagged,
    List<Span> spans) {

  static BronzeContent of(TableSnapshot bronze, AppIds appIds) throws IOException {
    return new BronzeContent(
        bronze.version(),
        Positions.of(bronze, appIds::bronze),
        bronze.txn(appIds.partitions()),
        bronze.files().stream().filter(file -> !Span.isTagged(file)).toList(),
        Span.of(bronze.files()));
  }

  /** The source partitions that it knows of. */
  Set<Integer> partitions() {
    Set<Integer> partitions = new TreeSet<>(positions.keySet());
    spans.forEach(span -> partitions.add(span.partition()));
    return partitions;
  }

  /** The batches of one source partition, in the order of writing. */
  List<Span> spans(int partition) {
    return spans.stream().filter(span -> span.partition() == partition).toList();
  }

  /** How many rows it has, as far as the log tells. */
  long rows() {
    return untagged.stream().mapToLong(file -> Math.max(0, file.liveRecords())).sum()
        + spans.stream().mapToLong(span -> Math.max(0, span.rows())).sum();
  }

  /** What can't be told of the order of its rows, in words. */
  List<String> notices(SilverConfig silver, BronzeFiles reader) {
    List<String> notices = new ArrayList<>();
    String undecided =
        silver.matching().sequenceBy().isEmpty() || silver.matching().onMatch() == OnMatch.NEVER
            ? "which of a key's rows in them came last is a guess"
            : "of a key's rows in them that tie in sequence-by any may count";
    if (!untagged.isEmpty()) {
      notices.add(
          untagged.size()
              + " files of bronze carry no offsets, since somebody else wrote them; they count as"
              + " the oldest, in the order of their times, and "
              + undecided);
    }
    long scattered = spans.stream().filter(span -> span.parts().size() > 1).count();
    if (scattered > 0 && !reader.knowsOffsets()) {
      notices.add(
          scattered
              + " batches of bronze lie in several files each, and bronze has no record-offset"
              + " column: "
              + undecided);
    }
    return notices;
  }
}
