package io.alluvium.store;

import io.alluvium.row.Row;
import java.util.List;
import org.roaringbitmap.RoaringBitmap;

/**
 * What a flush has to write, taken from the store at one moment. Immutable, so that another thread
 * can encode and commit it while the store goes on.
 *
 * @param changed the rows that are new or newer than the table's
 * @param replaced for each of them the row that the table has, null where it has none; empty if the
 *     store doesn't keep them
 * @param inserted how many of them the table holds no row of
 * @param marked files that stay, with rows that no longer count
 * @param rewritten files that go, and the rows of theirs that still count
 * @param <F> what the caller calls a file
 */
public record Upsert<F>(
    Entries changed,
    List<Row> replaced,
    int inserted,
    List<Marked<F>> marked,
    List<Rewritten<F>> rewritten) {

  /** How many of the changed rows replace one of the table. */
  public int updated() {
    return changed.rows().size() - inserted;
  }

  public boolean isEmpty() {
    return changed.rows().isEmpty() && rewritten.isEmpty();
  }

  /**
   * Rows and the store's numbers for their keys, side by side.
   *
   * @param ids not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody; a list would box millions
  public record Entries(List<Row> rows, int[] ids) {}

  /**
   * A file that stays.
   *
   * @param rows in the file, dead ones among them
   * @param dead positions of all its rows that don't count, those from before among them
   */
  public record Marked<F>(F file, int rows, RoaringBitmap dead) {}

  /**
   * A file that goes.
   *
   * @param live its rows that still count, in file order, as the table holds them; maybe none
   */
  public record Rewritten<F>(F file, Entries live) {}
}
