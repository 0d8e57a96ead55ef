package io.alluvium.upsert;

import io.alluvium.delta.DataFile;
import io.alluvium.store.Placement;
import java.util.List;
import java.util.Map;

/**
 * What an upsert or a compaction wrote, for a commit to refer to.
 *
 * @param adds new files, and files of the table with new vectors
 * @param removes files of the table that go, or that get a new vector
 * @param changeData files that say what changed
 * @param shared marks in files of the table that are nobody's alone
 * @param newPaths all that was written, below the table's root
 * @param placement where the store's rows lie once it is committed
 * @param copied rows that were written without being changed
 */
public record WrittenUpsert(
    List<DataFile> adds,
    List<DataFile> removes,
    List<DataFile> changeData,
    List<SharedMark> shared,
    List<String> newPaths,
    Placement<DataFile> placement,
    long copied) {
  /** No files at all. */
  public static final WrittenUpsert NOTHING =
      new WrittenUpsert(
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          new Placement<>(List.of(), Map.of(), Map.of()),
          0);
}
