package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange.Effect;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.compact.OptimizeOperation;
import io.alluvium.delta.storage.OrphanFiles;
import io.alluvium.store.Upsert;
import io.alluvium.upsert.Owner;
import io.alluvium.upsert.SharedMark;
import io.alluvium.upsert.UpsertWriter;
import io.alluvium.upsert.WrittenUpsert;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Upserts into silver: writes the changed rows and what they supersede, and puts rows that were
 * copied by a compaction in the place of their sources. A batch waits until bronze holds what it
 * holds.
 */
final class SilverSink implements TableSink<SilverBatch> {
  private final AppIds appIds;
  private final TableLog table;
  private final UpsertWriter writer;
  private final Optional<DeletedKeysTable> deletedKeys;
  private final Optional<SpreadKeys> spreadKeys;
  private final OrphanFiles orphans;
  private final Duration deadline;
  private final Counters counters;
  private final Probe probe;

  SilverSink(
      AppIds appIds,
      TableLog table,
      UpsertWriter writer,
      Optional<DeletedKeysTable> deletedKeys,
      Optional<SpreadKeys> spreadKeys,
      OrphanFiles orphans,
      Duration deadline,
      Counters counters,
      Probe probe) {
    this.appIds = appIds;
    this.table = table;
    this.writer = writer;
    this.deletedKeys = deletedKeys;
    this.spreadKeys = spreadKeys;
    this.orphans = orphans;
    this.deadline = deadline;
    this.counters = counters;
    this.probe = probe;
  }

  @Override
  public String appId(int partition) {
    return appIds.silver(partition);
  }

  @Override
  public boolean ready(SilverBatch batch) throws InterruptedException {
    Lease lease = batch.lease();
    boolean ready = lease.awaitBronze(batch.to(), deadline);
    if (!ready) {
      lease.fail("bronze didn't become durable before the deadline", null);
    } else {
      probe.at(Step.SILVER_READY);
    }
    return ready;
  }

  @Override
  public WrittenBatch<SilverBatch> write(SilverBatch batch) throws IOException {
    long began = System.nanoTime();
    if (batch.work() instanceof SilverBatch.Work.Changes changes) {
      rememberDeleted(changes, batch.lease().owner());
      WrittenUpsert written =
          writer.write(
              changes.upsert(), Owner.of(batch.lease().owner(), batch.lease().partitionCount()));
      probe.at(Step.SILVER_WRITTEN);
      Map<String, Long> metrics = SilverMetrics.of(changes.upsert(), written, millisSince(began));
      return written(batch, Effect.ROWS, written, metrics);
    }
    WrittenUpsert written = writer.write(((SilverBatch.Work.Layout) batch.work()).relocation());
    probe.at(Step.SILVER_COMPACTED);
    return written(
        batch,
        Effect.LAYOUT,
        written,
        OptimizeOperation.metrics(written.removes(), written.adds()));
  }

  /** Before silver: a key that is gone and not remembered could come back. */
  private void rememberDeleted(SilverBatch.Work.Changes changes, String owner) throws IOException {
    if (deletedKeys.isPresent()) {
      deletedKeys.get().keep(changes.upsert().markers(), owner, changes.outdatedMarkers());
    }
    probe.at(Step.DELETES_KEPT);
  }

  private WrittenBatch<SilverBatch> written(
      SilverBatch batch, Effect effect, WrittenUpsert written, Map<String, Long> metrics) {
    return new WrittenBatch<>(
        batch,
        effect,
        written.adds(),
        written.removes(),
        written.changeData(),
        written.shared(),
        written.newPaths(),
        metrics,
        version -> committed(batch, version, written));
  }

  private static long millisSince(long nanoTime) {
    return (System.nanoTime() - nanoTime) / 1_000_000;
  }

  private void committed(SilverBatch batch, long version, WrittenUpsert written) {
    if (batch.work() instanceof SilverBatch.Work.Changes changes) {
      counters.silverCommitted(
          version,
          changes.upsert().changed().rows().size() + changes.upsert().deleted().ids().length);
      spreadKeys.ifPresent(spread -> note(spread, batch.lease(), changes.upsert()));
    } else {
      counters.silverMerged(
          version,
          written.removes().size(),
          written.removes().stream().mapToLong(DataFile::size).sum());
    }
    batch.settlement().accept(new SilverBatch.Settlement.Placed(version, written.placement()));
    batch.lease().silverReached(batch.to());
  }

  private static void note(SpreadKeys spread, Lease lease, Upsert<DataFile> upsert) {
    upsert.deleted().keys().forEach(key -> spread.lost(lease, key));
    upsert.changed().rows().forEach(row -> spread.has(lease, row));
  }

  @Override
  public Operation operation(List<SilverBatch> batches, Effect effect, Map<String, Long> metrics) {
    return effect == Effect.ROWS
        ? Operations.merge(batches, metrics)
        : OptimizeOperation.of(OptimizeOperation.Trigger.SERVICE, metrics);
  }

  @Override
  public Optional<WrittenUpsert> unite(List<SharedMark> marks) throws IOException {
    TableSnapshot now = table.snapshot();
    Map<String, DataFile> present = new HashMap<>();
    for (SharedMark mark : marks) {
      Optional<DataFile> file = now.file(mark.path());
      if (file.isEmpty()) {
        return Optional.empty();
      }
      present.put(mark.path(), file.get());
    }
    return Optional.of(writer.unite(present, marks));
  }

  @Override
  public void discard(List<String> paths) {
    orphans.delete(paths);
  }

  @Override
  public void onLogged() {
    probe.at(Step.SILVER_COMMITTED);
  }

  /** The rows of a silver batch belong to the store: nothing is freed. */
  @Override
  public void onReleased(SilverBatch batch) {}
}
