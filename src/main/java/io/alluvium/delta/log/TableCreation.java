package io.alluvium.delta.log;

import io.alluvium.delta.TableSpec;
import io.alluvium.error.Errors;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Makes version 0 of a table. */
public final class TableCreation {
  /** What a table with these properties would need beyond protocol 1/2. */
  private static final Map<String, String> FEATURES =
      Map.of(
          "delta.enableDeletionVectors", "deletionVectors",
          "delta.enableChangeDataFeed", "changeDataFeed");

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
    refuseUnimplemented(spec);
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
        new Action.Protocol(1, 2, Set.of(), Set.of()),
        new Action.Metadata(
            UUID.randomUUID().toString(),
            SchemaJson.write(spec.schema()),
            spec.partitionColumns(),
            spec.properties(),
            now));
  }

  private static void refuseUnimplemented(TableSpec spec) {
    List<String> needed =
        FEATURES.keySet().stream()
            .filter(property -> Boolean.parseBoolean(spec.properties().get(property)))
            .map(FEATURES::get)
            .sorted()
            .toList();
    if (!needed.isEmpty()) {
      throw Errors.tableFeaturesUnknown(spec.name(), spec.path(), needed);
    }
  }
}
