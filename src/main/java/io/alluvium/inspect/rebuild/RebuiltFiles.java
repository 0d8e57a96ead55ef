package io.alluvium.inspect.rebuild;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.parquet.DataFileSettings;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.delta.storage.OrphanFiles;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.error.UpkeepErrors;
import io.alluvium.inspect.rebuild.SilverFold.Reduced;
import io.alluvium.pipeline.MarkerColumns;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.row.Row;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The files of a silver made anew and of the deleted keys beside it, before any commit refers to
 * them. Those that no note names yet are deleted when this is closed. For one thread.
 */
final class RebuiltFiles implements AutoCloseable {
  private final PipelineConfig config;
  private final Ownership ownership;
  private final Clock clock;
  private final TableStorage silver;
  private final TableStorage deletedKeys;
  private final DataFileWriter writer;
  private final List<DataFile> rows = new ArrayList<>();
  private final List<DataFile> markers = new ArrayList<>();
  private int notedRows;
  private int notedMarkers;

  /** What a portion came to. */
  record Made(List<DataFile> rows, List<DataFile> markers) {}

  RebuiltFiles(PipelineConfig config, Ownership ownership, Clock clock) {
    this.config = config;
    this.ownership = ownership;
    this.clock = clock;
    this.silver = storage(config.silver().table());
    this.deletedKeys = storage(PipelineTables.deletedSpec(config));
    this.writer =
        writer(
            silver,
            config.silver().table(),
            DataFileSettings.DEFAULT.upTo(config.silver().targetFileBytes()));
  }

  private TableStorage storage(TableSpec spec) {
    return PipelineTables.access(config).files(spec.path());
  }

  private DataFileWriter writer(TableStorage storage, TableSpec spec, DataFileSettings settings) {
    return new DataFileWriter(storage, spec.schema(), spec.partitionColumns(), settings, clock);
  }

  /**
   * Writes what a portion came to.
   *
   * @param source see {@link Portion#source}
   */
  Made write(Reduced reduced, int source) throws IOException {
    for (Share share : ownership.rows(reduced.rows(), source)) {
      add(rows, writer.write(share.rows(), share.tags()));
    }
    if (config.silver().remembersDeletes() && !reduced.markers().isEmpty()) {
      MarkerColumns columns = new MarkerColumns(config.silver());
      DataFileWriter small =
          writer(deletedKeys, PipelineTables.deletedSpec(config), DataFileSettings.DEFAULT);
      for (Share share : ownership.markers(reduced.markers(), source)) {
        List<Row> keys = share.rows().stream().map(columns::toTable).toList();
        add(markers, small.write(keys, share.tags()));
      }
    }
    return new Made(
        List.copyOf(rows.subList(notedRows, rows.size())),
        List.copyOf(markers.subList(notedMarkers, markers.size())));
  }

  private static void add(List<DataFile> files, List<WrittenFile> written) {
    written.stream().map(WrittenFile::file).forEach(files::add);
  }

  /** A note names all files by now: they stay, whatever happens. */
  void noted() {
    notedRows = rows.size();
    notedMarkers = markers.size();
  }

  /** Whether all files of a note of a finished portion are there. */
  boolean holds(PortionNote note) {
    return FilePresence.areAll(silver, note.rows())
        && FilePresence.areAll(deletedKeys, note.markers());
  }

  /** Takes the files of a finished portion as they are. */
  void takeOver(PortionNote note) {
    rows.addAll(note.rows());
    markers.addAll(note.markers());
    noted();
  }

  /** Deletes the files of a note that doesn't count any more and that no commit refers to. */
  void discard(PortionNote note) {
    delete(silver, note.rows());
    delete(deletedKeys, note.markers());
  }

  /** The files of silver. */
  List<DataFile> rows() {
    return List.copyOf(rows);
  }

  /**
   * Looks whether all files are still there.
   *
   * @throws io.alluvium.error.UserException if one isn't
   */
  void requireAll() {
    requireAll(silver, rows);
    requireAll(deletedKeys, markers);
  }

  private static void requireAll(TableStorage storage, List<DataFile> files) {
    FilePresence.firstMissing(storage, files)
        .ifPresent(
            file -> {
              throw UpkeepErrors.rebuiltFileGone(file.path());
            });
  }

  /** Puts the deleted keys in the place of those that were remembered. */
  void commitMarkers() throws IOException {
    if (!config.silver().remembersDeletes()) {
      return;
    }
    CommitOutcome outcome =
        PipelineTables.replacement(config, PipelineTables.deletedSpec(config), clock)
            .commit(
                List.copyOf(markers),
                List.of(),
                new Operation("WRITE", Map.of("mode", "\"Overwrite\""), Map.of()));
    if (!(outcome instanceof CommitOutcome.Committed)) {
      throw new IOException("the deleted keys aren't in their table: " + outcome);
    }
  }

  @Override
  public void close() {
    delete(silver, rows.subList(notedRows, rows.size()));
    delete(deletedKeys, markers.subList(notedMarkers, markers.size()));
  }

  private static void delete(TableStorage storage, List<DataFile> files) {
    OrphanFiles orphans = new OrphanFiles(storage);
    files.forEach(orphans::delete);
  }
}
