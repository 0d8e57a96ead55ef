package io.alluvium.store;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Which keys are deleted, though their numbers are in use: because the table still has their rows,
 * or because older rows that come late are to be known as such.
 */
final class DeletedKeys {
  private final BitSet deleted = new BitSet();
  private final BitSet passing = new BitSet();

  /** A key that is remembered when the table no longer has it. */
  void remember(int id) {
    deleted.set(id);
    passing.clear(id);
  }

  /** A key that is forgotten when the table no longer has it. */
  void pass(int id) {
    deleted.set(id);
    passing.set(id);
  }

  void clear(int id) {
    deleted.clear(id);
    passing.clear(id);
  }

  boolean contains(int id) {
    return deleted.get(id);
  }

  boolean isRemembered(int id) {
    return deleted.get(id) && !passing.get(id);
  }

  int size() {
    return deleted.cardinality();
  }

  IntStream remembered() {
    return deleted.stream().filter(id -> !passing.get(id));
  }
}
