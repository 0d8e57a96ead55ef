package io.alluvium.delta.log;

import io.alluvium.delta.TableSpec;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Makes version 0 of a table. */
public final class TableCreation {
  private TableCreation() {}

  /**
   * Creates the table unless there is one; if several try, one does it and the others find it.
   *
   * @param now milliseconds since the epoch
   */
  public static void createIfMissing(CommitFiles files, TableSpec spec, long now)
      throws IOException {
    if (files.anyExists()) {
      return;
    }
    files.createDirectory();
    try {
      files.write(new Commit(0, actions(spec, now)));
    } catch (FileAlreadyExistsException e) {
      // Somebody was quicker, or an attempt whose answer was lost: opening shows whether it fits.
    }
  }

  private static List<Action> actions(TableSpec spec, long now) {
    return List.of(
        new Action.CommitInfo(
            now,
            "CREATE TABLE",
            Map.of(),
            Map.of(),
            Commits.ENGINE_INFO,
            UUID.randomUUID().toString(),
            true),
        TableFeatures.protocol(TableFeatures.wanted(spec)),
        new Action.Metadata(
            UUID.randomUUID().toString(),
            SchemaJson.write(spec.schema()),
            spec.partitionColumns(),
            spec.properties(),
            now));
  }
}
