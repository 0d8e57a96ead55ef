package io.alluvium.store;

import io.alluvium.row.Row;

/** Which of two rows of one key stays. Stateless, safe for any thread. */
public interface Precedence {
  /**
   * The order of two rows in time, as far as they tell: negative if {@code a} is older.
   *
   * @return 0 if they don't tell; then the order of arrival counts
   */
  int compare(Row a, Row b);

  /** The columns that {@link #compare} goes by, not to be changed; none if rows never tell. */
  int[] sequence();

  /** Whether a row that came later takes the place of the one held. */
  boolean replaces(Row later, Row held);

  /** Whether a later row may be none that replaces: then it counts what the table has. */
  default boolean comparesValues() {
    return false;
  }

  /** The newer row stays; of two that don't tell, the later. */
  static Precedence newest(int[] sequenceColumns) {
    return new BySequence(sequenceColumns.clone(), new int[0]);
  }

  /**
   * As {@link #newest}, but a row that differs in none of some columns changes nothing.
   *
   * @param compared at least one column
   */
  static Precedence changed(int[] sequenceColumns, int[] compared) {
    return new BySequence(sequenceColumns.clone(), compared.clone());
  }

  /** The first row stays. */
  static Precedence first() {
    return new First();
  }
}
