package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableChange.Effect;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.upsert.SharedMark;
import io.alluvium.upsert.WrittenUpsert;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** Puts written batches, all of one effect, together into the change of one commit. */
final class CommitAttempts<B extends Batch> {
  private static final Optional<WrittenUpsert> NO_MARKS = Optional.of(WrittenUpsert.NOTHING);

  private final TableSink<B> sink;

  CommitAttempts(TableSink<B> sink) {
    this.sink = sink;
  }

  /** The next attempt for what is left. */
  CommitAttempt<B> next(List<WrittenBatch<B>> left) throws IOException {
    List<WrittenBatch<B>> batches = apart(left);
    List<SharedMark> marks = batches.stream().flatMap(w -> w.shared().stream()).toList();
    Optional<WrittenUpsert> united = marks.isEmpty() ? NO_MARKS : sink.unite(marks);
    return new CommitAttempt<>(
        batches,
        united.map(shared -> change(batches, shared)),
        united.map(WrittenUpsert::newPaths).orElse(List.of()));
  }

  /** The first batches, as long as none replaces a file that one before it replaces. */
  private List<WrittenBatch<B>> apart(List<WrittenBatch<B>> left) {
    Set<String> replaced = new HashSet<>();
    List<WrittenBatch<B>> batches = new ArrayList<>();
    for (WrittenBatch<B> w : left) {
      List<String> paths = w.removes().stream().map(DataFile::path).toList();
      if (paths.stream().noneMatch(replaced::contains)) {
        replaced.addAll(paths);
        batches.add(w);
      }
    }
    return batches;
  }

  private static TxnAdvance both(TxnAdvance first, TxnAdvance second) {
    return new TxnAdvance(first.appId(), first.expected(), second.next());
  }

  private TableChange change(List<WrittenBatch<B>> batches, WrittenUpsert shared) {
    List<DataFile> adds = new ArrayList<>(shared.adds());
    List<DataFile> removes = new ArrayList<>(shared.removes());
    batches.forEach(w -> adds.addAll(w.adds()));
    batches.forEach(w -> removes.addAll(w.removes()));
    List<DataFile> changeData = batches.stream().flatMap(w -> w.changeData().stream()).toList();
    Effect effect = batches.get(0).effect();
    Map<String, TxnAdvance> txns = new LinkedHashMap<>();
    Map<String, Long> metrics = new TreeMap<>();
    for (WrittenBatch<B> w : batches) {
      B batch = w.batch();
      TxnAdvance own =
          new TxnAdvance(sink.appId(batch.lease().partition()), batch.from(), batch.to());
      Stream.concat(Stream.of(own), batch.reflected().stream())
          .forEach(txn -> txns.merge(txn.appId(), txn, CommitAttempts::both));
      w.metrics().forEach((name, value) -> metrics.merge(name, value, Long::sum));
    }
    return new TableChange(
        UUID.randomUUID().toString(),
        effect,
        adds,
        removes,
        changeData,
        List.copyOf(txns.values()),
        sink.operation(batches.stream().map(WrittenBatch::batch).toList(), effect, metrics),
        batches.stream().mapToLong(w -> w.batch().readVersion()).min().orElseThrow());
  }
}
