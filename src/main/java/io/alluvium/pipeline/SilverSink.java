package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.Operation;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.row.Row;
import io.alluvium.store.Upsert;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Upserts into silver by copy-on-write: files that hold a superseded row are replaced by files of
 * their live rows, taken from the store and not read from the table, together with the changed
 * rows. A batch waits until bronze holds what it holds.
 */
final class SilverSink implements TableSink<SilverBatch> {
  private final AppIds appIds;
  private final DataFileWriter writer;
  private final OrphanFiles orphans;
  private final Duration deadline;
  private final Counters counters;
  private final Probe probe;

  SilverSink(
      AppIds appIds,
      DataFileWriter writer,
      OrphanFiles orphans,
      Duration deadline,
      Counters counters,
      Probe probe) {
    this.appIds = appIds;
    this.writer = writer;
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
    Upsert<DataFile> upsert = batch.upsert();
    Rewrite rewrite = Rewrite.of(upsert);
    List<WrittenFile> written =
        writer.write(rewrite.rows(), Map.of(FileTags.OWNER, batch.lease().owner()));
    List<DataFile> adds = written.stream().map(WrittenFile::file).toList();
    List<DataFile> removes = upsert.superseded().stream().map(s -> s.file()).toList();
    Map<DataFile, int[]> placed = rewrite.placed(written);
    probe.at(Step.SILVER_WRITTEN);
    long millis = (System.nanoTime() - began) / 1_000_000;
    return new WrittenBatch<>(
        batch,
        adds,
        removes,
        metrics(upsert, rewrite, adds, millis),
        version -> committed(batch, new SilverBatch.Placement(version, removes, placed)));
  }

  private void committed(SilverBatch batch, SilverBatch.Placement placement) {
    counters.silverCommitted(placement.version(), batch.upsert().changed().rows().size());
    batch.placement().accept(placement);
    batch.lease().silverReached(batch.to());
  }

  /** All rows of the new files, the changed ones first, and their numbers in the store. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Rewrite(List<Row> rows, int[] ids) {
    static Rewrite of(Upsert<DataFile> upsert) {
      List<Upsert.Entries> parts = new ArrayList<>();
      parts.add(upsert.changed());
      upsert.superseded().forEach(file -> parts.add(file.live()));
      List<Row> rows = new ArrayList<>();
      int[] ids = new int[parts.stream().mapToInt(p -> p.ids().length).sum()];
      for (Upsert.Entries part : parts) {
        System.arraycopy(part.ids(), 0, ids, rows.size(), part.ids().length);
        rows.addAll(part.rows());
      }
      return new Rewrite(rows, ids);
    }

    Map<DataFile, int[]> placed(List<WrittenFile> written) {
      Map<DataFile, int[]> placed = new LinkedHashMap<>();
      for (WrittenFile file : written) {
        int[] fileIds = new int[file.rows().length];
        for (int i = 0; i < fileIds.length; i++) {
          fileIds[i] = ids[file.rows()[i]];
        }
        placed.put(file.file(), fileIds);
      }
      return placed;
    }
  }

  private static Map<String, Long> metrics(
      Upsert<DataFile> upsert, Rewrite rewrite, List<DataFile> adds, long millis) {
    long changed = upsert.changed().rows().size();
    return Map.of(
        "numSourceRows",
        changed,
        "numTargetRowsInserted",
        (long) upsert.inserted(),
        "numTargetRowsUpdated",
        (long) upsert.updated(),
        "numTargetRowsDeleted",
        0L,
        "numTargetRowsCopied",
        rewrite.rows().size() - changed,
        "numOutputRows",
        (long) rewrite.rows().size(),
        "numTargetFilesAdded",
        (long) adds.size(),
        "numTargetFilesRemoved",
        (long) upsert.superseded().size(),
        "executionTimeMs",
        millis,
        "rewriteTimeMs",
        millis);
  }

  @Override
  public Operation operation(List<SilverBatch> batches, Map<String, Long> metrics) {
    return Operations.merge(batches, metrics);
  }

  @Override
  public void discard(List<DataFile> files) {
    orphans.delete(files);
  }

  @Override
  public void onLogged() {
    probe.at(Step.SILVER_COMMITTED);
  }

  /** The rows of a silver batch belong to the store: nothing is freed. */
  @Override
  public void onReleased(SilverBatch batch) {}
}
