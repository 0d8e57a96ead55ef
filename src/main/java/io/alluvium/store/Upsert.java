package io.alluvium.store;

import io.alluvium.row.Row;
import java.util.List;

/**
 * What a flush has to write, taken from the store at one moment. Immutable, so that another thread
 * can encode and commit it while the store goes on.
 *
 * @param changed the rows that are new or newer than the table's
 * @param inserted how many of them the table holds no row of
 * @param superseded the files that hold an older row of a changed key
 * @param <F> what the caller calls a file
 */
public record Upsert<F>(Entries changed, int inserted, List<SupersededFile<F>> superseded) {

  /** How many of the changed rows replace one of the table. */
  public int updated() {
    return changed.rows().size() - inserted;
  }

  public boolean isEmpty() {
    return changed.rows().isEmpty();
  }

  /**
   * Rows and the store's numbers for their keys, side by side.
   *
   * @param ids not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody; a list would box millions
  public record Entries(List<Row> rows, int[] ids) {}

  /**
   * A file of which some rows are superseded.
   *
   * @param dead positions of the superseded rows, ascending
   * @param live the file's other rows in file order, as the table holds them
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody; a list would box millions
  public record SupersededFile<F>(F file, int[] dead, Entries live) {}
}
