package io.alluvium.delta.compact;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.storage.TableStorage;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges groups of a table's files and commits that without a change of rows ({@code dataChange}
 * false), so that readers of its stream see nothing of it. Whatever happens on the way, the table
 * is as before or as after; at worst files stay behind that nothing refers to. For one thread.
 */
public final class TableMerger {
  private static final Logger LOG = LoggerFactory.getLogger(TableMerger.class);

  /** For a commit whose answer was lost: the table recognises it. */
  private static final int TRIES = 3;

  private final TableLog table;
  private final TableStorage storage;
  private final Clock clock;
  private final OptimizeOperation.Trigger trigger;
  private final BooleanSupplier cancelled;

  private record Merged(MergeGroup group, DataFile file) {}

  /**
   * @param cancelled asked now and then; true ends the work without a commit
   */
  public TableMerger(
      TableLog table,
      TableStorage storage,
      Clock clock,
      OptimizeOperation.Trigger trigger,
      BooleanSupplier cancelled) {
    this.table = table;
    this.storage = storage;
    this.clock = clock;
    this.trigger = trigger;
    this.cancelled = cancelled;
  }

  /**
   * Merges groups of one snapshot, in one commit.
   *
   * @param wanted asked of each group before the commit: what isn't wanted any more is dropped
   * @throws IOException if storage fails; groups that were committed before stay so
   */
  public MergeReport merge(
      TableSnapshot snapshot, List<MergeGroup> groups, Predicate<MergeGroup> wanted)
      throws IOException {
    FileMerger merger = new FileMerger(storage, snapshot, clock, cancelled);
    List<Merged> merged = new ArrayList<>();
    try {
      for (MergeGroup group : groups) {
        merged.add(new Merged(group, merger.merge(group)));
      }
    } catch (IOException | RuntimeException e) {
      merged.forEach(m -> merger.discard(m.file));
      throw e;
    }
    List<Merged> left = new ArrayList<>();
    for (Merged m : merged) {
      if (wanted.test(m.group)) {
        left.add(m);
      } else {
        merger.discard(m.file);
      }
    }
    return left.isEmpty() ? MergeReport.NOTHING : commit(left, merger);
  }

  private MergeReport commit(List<Merged> merged, FileMerger merger) throws IOException {
    List<DataFile> adds = merged.stream().map(Merged::file).toList();
    List<DataFile> removes = merged.stream().flatMap(m -> m.group.sources().stream()).toList();
    CommitOutcome outcome = commit(change(adds, removes));
    if (outcome instanceof CommitOutcome.Committed committed) {
      LOG.atInfo()
          .addKeyValue("table", table.path())
          .addKeyValue("version", committed.version())
          .addKeyValue("files", removes.size())
          .addKeyValue("into", adds.size())
          .addKeyValue("bytes", OptimizeOperation.bytes(removes))
          .log("files merged");
      return new MergeReport(
          1,
          removes.size(),
          OptimizeOperation.bytes(removes),
          adds.size(),
          OptimizeOperation.bytes(adds),
          0);
    }
    LOG.info("files of {} changed while they were merged: {}", table.path(), outcome);
    adds.forEach(merger::discard);
    return new MergeReport(0, 0, 0, 0, 0, 1);
  }

  private CommitOutcome commit(TableChange change) throws IOException {
    for (int left = TRIES - 1; ; left--) {
      try {
        return table.commit(change);
      } catch (IOException e) {
        if (left == 0) {
          throw e;
        }
      }
    }
  }

  private TableChange change(List<DataFile> adds, List<DataFile> removes) {
    return new TableChange(
        UUID.randomUUID().toString(),
        TableChange.Effect.LAYOUT,
        adds,
        removes,
        List.of(),
        List.of(),
        operation(adds, removes),
        // Rows that came since are in other files, and files that went since are noticed.
        TableChange.APPEND);
  }

  private Operation operation(List<DataFile> adds, List<DataFile> removes) {
    Map<String, Long> metrics = OptimizeOperation.metrics(removes, adds);
    metrics.put("minFileSize", sizes(adds)[0]);
    metrics.put("maxFileSize", sizes(adds)[adds.size() - 1]);
    return OptimizeOperation.of(trigger, metrics);
  }

  private static long[] sizes(List<DataFile> files) {
    return files.stream().mapToLong(DataFile::size).sorted().toArray();
  }
}
