package io.alluvium.delta.log;

import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.error.TableErrors;
import io.alluvium.row.Column;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** One table's log for those who only look: nothing is created, repaired or kept up with. */
public final class ReadOnlyLog {
  private final CommitFiles files;
  private final SnapshotLoader loader;
  private final TableSpec spec;

  public ReadOnlyLog(CommitFiles files, SnapshotLoader loader, TableSpec spec) {
    this.files = files;
    this.loader = loader;
    this.spec = spec;
  }

  /** The table as the configuration wants it. */
  public TableSpec spec() {
    return spec;
  }

  /**
   * The newest version, whatever its columns are; empty if there is no table.
   *
   * @throws io.alluvium.error.UserException if its data files can't be read without a feature that
   *     isn't implemented (Delta protocol, "Reader Version Requirements")
   */
  public Optional<TableSnapshot> find() throws IOException {
    if (!files.anyExists()) {
      return Optional.empty();
    }
    LogState state = loader.load();
    List<String> unknown =
        ProtocolRules.unreadable(state.protocol(), state.metadata().configuration());
    if (!unknown.isEmpty()) {
      throw TableErrors.tableNotReadable(spec.name(), spec.path(), unknown);
    }
    return Optional.of(new LogSnapshot(state));
  }

  /** The id that tells the table from one that is made anew at its place; empty without a table. */
  public Optional<String> tableId() throws IOException {
    return files.anyExists() ? Optional.of(loader.load().metadata().id()) : Optional.empty();
  }

  /**
   * The newest version of a table that must exist and fit the configuration.
   *
   * @param extraColumns what it may have beyond the configured columns
   * @throws io.alluvium.error.UserException if it doesn't exist or doesn't fit
   */
  public TableSnapshot fitting(ExtraColumns extraColumns) throws IOException {
    TableSnapshot snapshot =
        find().orElseThrow(() -> TableErrors.tableMissing(spec.name(), spec.path()));
    TableFit fit = fit(snapshot, extraColumns);
    refuse(fit.differences());
    if (!fit.missing().isEmpty()) {
      throw TableErrors.columnsToCome(
          spec.name(), spec.path(), fit.missing().stream().map(Column::name).toList());
    }
    return snapshot;
  }

  /**
   * The same of a table to which `run` may still have to add columns: until then they are null.
   *
   * @throws io.alluvium.error.UserException if it doesn't exist or has what doesn't fit
   */
  public TableSnapshot fittingSoFar(ExtraColumns extraColumns) throws IOException {
    TableSnapshot snapshot =
        find().orElseThrow(() -> TableErrors.tableMissing(spec.name(), spec.path()));
    refuse(fit(snapshot, extraColumns).differences());
    return snapshot;
  }

  private TableFit fit(TableSnapshot snapshot, ExtraColumns extraColumns) {
    return TableFit.of(spec, ((LogSnapshot) snapshot).state().metadata(), extraColumns);
  }

  private void refuse(List<String> differences) {
    if (!differences.isEmpty()) {
      throw TableErrors.tableSchemaDiffers(spec.name(), spec.path(), differences);
    }
  }

  /**
   * How others took the table's rows away since this program last committed, in words; empty if
   * they didn't or if there is no table.
   */
  public Optional<String> takenBack() throws IOException {
    return files.anyExists()
        ? new RewindSearch(files).unseen(loader.load()).map(Rewind::toString)
        : Optional.empty();
  }

  /** The size of the log's own files. */
  public long bytes() throws IOException {
    return files.bytes();
  }

  /** What one version did; empty if it was never written or its file has expired. */
  public Optional<Commit> commit(long version) throws IOException {
    return files.read(version);
  }
}
