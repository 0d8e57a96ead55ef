package io.alluvium.delta;

import io.alluvium.row.Schema;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A table at one version. Positions, files and schema of one snapshot belong together. */
public interface TableSnapshot {
  long version();

  Schema schema();

  List<String> partitionColumns();

  /** Columns that this program added to the table when it was there: old rows have null in them. */
  Set<String> addedColumns();

  Map<String, String> properties();

  /** Whether writers may mark rows in deletion vectors: the table supports and wants them. */
  boolean takesVectors();

  /** Whether writers must say which rows they change. */
  boolean wantsChangeData();

  /** The application's transaction version, empty if it never committed here. */
  OptionalLong txn(String appId);

  /** All transaction versions by application id. */
  Map<String, Long> txns();

  /** The active file at a path of the log, if there is one. */
  Optional<DataFile> file(String path) throws IOException;

  /** The active files, read on the first call. */
  List<DataFile> files() throws IOException;
}
