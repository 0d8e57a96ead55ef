package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange.Effect;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.OrphanFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Appends to bronze: rows as they come, what they can't hold to the quarantine first. */
final class BronzeSink implements TableSink<BronzeBatch> {
  /** The metric, by Spark's name, of the rows that a commit appends. */
  static final String OUTPUT_ROWS = "numOutputRows";

  private final AppIds appIds;
  private final DataFileWriter writer;
  private final Quarantine quarantine;
  private final OrphanFiles orphans;
  private final BufferBudget budget;
  private final Counters counters;
  private final Probe probe;

  BronzeSink(
      AppIds appIds,
      DataFileWriter writer,
      Quarantine quarantine,
      OrphanFiles orphans,
      BufferBudget budget,
      Counters counters,
      Probe probe) {
    this.appIds = appIds;
    this.writer = writer;
    this.quarantine = quarantine;
    this.orphans = orphans;
    this.budget = budget;
    this.counters = counters;
    this.probe = probe;
  }

  @Override
  public String appId(int partition) {
    return appIds.bronze(partition);
  }

  @Override
  public boolean ready(BronzeBatch batch) throws IOException {
    return quarantine.keep(batch);
  }

  @Override
  public WrittenBatch<BronzeBatch> write(BronzeBatch batch) throws IOException {
    List<DataFile> files =
        writer.write(batch.rows(), tags(batch)).stream().map(WrittenFile::file).toList();
    probe.at(Step.BRONZE_WRITTEN);
    List<String> paths = new ArrayList<>();
    for (DataFile file : files) {
      paths.add(DataFilePath.decode(file.path()));
    }
    return new WrittenBatch<>(
        batch,
        Effect.ROWS,
        files,
        List.of(),
        List.of(),
        List.of(),
        paths,
        Map.of(
            OUTPUT_ROWS,
            (long) batch.rows().size(),
            "numAddedFiles",
            (long) files.size(),
            "numOutputBytes",
            files.stream().mapToLong(DataFile::size).sum()),
        version -> committed(batch, version));
  }

  private void committed(BronzeBatch batch, long version) {
    counters.bronzeCommitted(version, batch.rows().size());
    batch.lease().bronzeReached(batch.to());
  }

  private static Map<String, String> tags(BronzeBatch batch) {
    return Map.of(
        FileTags.PARTITION, Integer.toString(batch.lease().partition()),
        FileTags.FROM, Long.toString(batch.from()),
        FileTags.TO, Long.toString(batch.to()),
        FileTags.RECORDS, Integer.toString(batch.rows().size()),
        FileTags.INGEST_TIME, Long.toString(batch.ingestTime()));
  }

  @Override
  public Operation operation(List<BronzeBatch> batches, Effect effect, Map<String, Long> metrics) {
    return Operations.append(batches, metrics);
  }

  @Override
  public void discard(List<String> paths) {
    orphans.delete(paths);
  }

  @Override
  public void onLogged() {
    probe.at(Step.BRONZE_COMMITTED);
  }

  @Override
  public void onReleased(BronzeBatch batch) {
    budget.released(batch.bytes());
  }
}
