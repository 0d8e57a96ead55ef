package io.alluvium.store;

import io.alluvium.row.Row;
import java.util.List;
import org.roaringbitmap.RoaringBitmap;

/**
 * What a flush has to write, taken from the store at one moment. Immutable, so that another thread
 * can encode and commit it while the store goes on.
 *
 * @param changed the rows that are new or go before the table's
 * @param replaced for each of them the row that the table has, null where it has none; empty if the
 *     store doesn't keep them
 * @param inserted how many of them the table holds no row of
 * @param deleted the rows that go
 * @param markers what is to be remembered of deleted keys, whether the table has a row or not: rows
 *     with a key and a sequence
 * @param marked files that stay, with rows that no longer count
 * @param rewritten files that go, and the rows of theirs that still count
 * @param <F> what the caller calls a file
 */
public record Upsert<F>(
    Entries changed,
    List<Row> replaced,
    int inserted,
    Deleted deleted,
    List<Row> markers,
    List<Marked<F>> marked,
    List<Rewritten<F>> rewritten) {

  /** How many of the changed rows replace one of the table. */
  public int updated() {
    return changed.rows().size() - inserted;
  }

  /** Whether the table's rows stay as they are. */
  public boolean isEmpty() {
    return changed.rows().isEmpty() && deleted.ids().length == 0 && rewritten.isEmpty();
  }

  /**
   * Rows and the store's numbers for their keys, side by side.
   *
   * @param ids not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody; a list would box millions
  public record Entries(List<Row> rows, int[] ids) {}

  /**
   * Rows that the table has and shall have no longer.
   *
   * @param ids the store's numbers for their keys, not to be changed
   * @param keys rows of these keys, side by side with {@code ids}
   * @param rows as the table has them, side by side with {@code ids}; empty if the store doesn't
   *     keep them
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody; a list would box millions
  public record Deleted(int[] ids, List<Row> keys, List<Row> rows) {
    public static final Deleted NONE = new Deleted(new int[0], List.of(), List.of());
  }

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
