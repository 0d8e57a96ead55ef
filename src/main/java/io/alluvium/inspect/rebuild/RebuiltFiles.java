package io.alluvium.inspect.rebuild;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.parquet.DataFileSettings;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.delta.storage.OrphanFiles;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.inspect.rebuild.SilverFold.Reduced;
import io.alluvium.pipeline.MarkerColumns;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.row.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The files of a silver made anew and of the deleted keys beside it, before any commit refers to
 * them. Closed without one, they are deleted. For one thread.
 */
final class RebuiltFiles implements AutoCloseable {
  private final PipelineConfig config;
  private final Ownership ownership;
  private final Clock clock;
  private final DataFileWriter silver;
  private final List<DataFile> rows = new ArrayList<>();
  private final List<DataFile> markers = new ArrayList<>();
  private boolean rowsReferred;
  private boolean markersReferred;

  RebuiltFiles(PipelineConfig config, Ownership ownership, Clock clock) {
    this.config = config;
    this.ownership = ownership;
    this.clock = clock;
    this.silver =
        writer(
            config.silver().table(),
            DataFileSettings.DEFAULT.upTo(config.silver().targetFileBytes()));
  }

  private DataFileWriter writer(TableSpec spec, DataFileSettings settings) {
    return new DataFileWriter(
        storage(spec), spec.schema(), spec.partitionColumns(), settings, clock);
  }

  private static TableStorage storage(TableSpec spec) {
    return new LocalTableStorage(Path.of(spec.path()));
  }

  /**
   * Writes what the rows of a source partition, or of all, came to.
   *
   * @param partition if its rows alone
   */
  void write(Reduced reduced, int partition) throws IOException {
    for (Share share : ownership.rows(reduced.rows(), partition)) {
      add(rows, silver.write(share.rows(), share.tags()));
    }
    if (config.silver().remembersDeletes() && !reduced.markers().isEmpty()) {
      MarkerColumns columns = new MarkerColumns(config.silver());
      DataFileWriter writer = writer(PipelineTables.deletedSpec(config), DataFileSettings.DEFAULT);
      for (Share share : ownership.markers(reduced.markers(), partition)) {
        List<Row> small = share.rows().stream().map(columns::toTable).toList();
        add(markers, writer.write(small, share.tags()));
      }
    }
  }

  private static void add(List<DataFile> files, List<WrittenFile> written) {
    written.stream().map(WrittenFile::file).forEach(files::add);
  }

  /** The files of silver. */
  List<DataFile> rows() {
    return List.copyOf(rows);
  }

  /** Puts the deleted keys in the place of those that were remembered. */
  void commitMarkers() throws IOException {
    if (!config.silver().remembersDeletes()) {
      return;
    }
    markersReferred = true;
    CommitOutcome outcome =
        PipelineTables.replacement(PipelineTables.deletedSpec(config), clock)
            .commit(
                List.copyOf(markers),
                List.of(),
                new Operation("WRITE", Map.of("mode", "\"Overwrite\""), Map.of()));
    if (!(outcome instanceof CommitOutcome.Committed)) {
      throw new IOException("the deleted keys aren't in their table: " + outcome);
    }
  }

  /** From now on the files of silver are in the table, or may be. */
  void referred() {
    rowsReferred = true;
  }

  @Override
  public void close() {
    if (!rowsReferred) {
      delete(config.silver().table(), rows);
    }
    if (!markersReferred) {
      delete(PipelineTables.deletedSpec(config), markers);
    }
  }

  private static void delete(TableSpec spec, List<DataFile> files) {
    OrphanFiles orphans = new OrphanFiles(storage(spec));
    files.forEach(orphans::delete);
  }
}
