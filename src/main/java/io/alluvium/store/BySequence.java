package io.alluvium.store;

import io.alluvium.row.Row;

/**
 * Compares by columns, the most significant first.
 *
 * @param compared columns that must differ, one of them at least; empty if none need to
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
record BySequence(int[] sequence, int[] compared) implements Precedence {
  @Override
  public int compare(Row a, Row b) {
    for (int column : sequence) {
      int order = a.compareColumn(b, column);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @Override
  public boolean replaces(Row later, Row held) {
    return compare(later, held) >= 0
        && (compared.length == 0 || !later.sameColumns(held, compared));
  }

  @Override
  public boolean comparesValues() {
    return compared.length > 0;
  }
}
