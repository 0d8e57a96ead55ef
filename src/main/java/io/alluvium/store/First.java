package io.alluvium.store;

import io.alluvium.row.Row;

/** The first row of a key stays. */
record First() implements Precedence {
  @Override
  public int compare(Row a, Row b) {
    return 0;
  }

  @Override
  public int[] sequence() {
    return new int[0];
  }

  @Override
  public boolean replaces(Row later, Row held) {
    return false;
  }
}
