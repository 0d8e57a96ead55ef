package io.alluvium.delta.storage;

import java.io.IOException;

/**
 * What no storage of a table deletes. Paths come from the table's log, which others write, too: one
 * with {@code ../} or an absolute one may be read (Delta protocol, "Add File and Remove File") and
 * is not ours.
 */
final class OutsideOfTable {
  private OutsideOfTable() {}

  static IOException refused(String path) {
    return new IOException("what lies outside of the table is never deleted: " + path);
  }
}
