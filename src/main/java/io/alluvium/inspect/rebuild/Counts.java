package io.alluvium.inspect.rebuild;

/**
 * What rows came to.
 *
 * @param read of bronze
 * @param incomplete those of them that meant nothing for silver
 * @param keys that have a row
 * @param deletedKeys that are to be remembered
 */
record Counts(long read, long incomplete, long keys, long deletedKeys) {
  static final Counts NONE = new Counts(0, 0, 0, 0);

  Counts plus(Counts other) {
    return new Counts(
        read + other.read,
        incomplete + other.incomplete,
        keys + other.keys,
        deletedKeys + other.deletedKeys);
  }
}
