package io.alluvium.upsert;

import io.alluvium.delta.DataFile;
import java.util.List;

/**
 * Rows that were copied to new files, to take the place of the files that they came from.
 *
 * @param sources files of the table that go
 * @param targets new files
 */
public record Relocation(List<DataFile> sources, List<Target> targets) {
  /**
   * A new file.
   *
   * @param ids for each row the number of its key, {@link io.alluvium.store.LatestStore#NO_KEY} if
   *     the row was superseded since it was copied
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody; a list would box millions
  public record Target(DataFile file, int[] ids) {}
}
