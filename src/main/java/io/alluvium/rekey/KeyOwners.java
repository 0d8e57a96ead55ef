package io.alluvium.rekey;

/**
 * Which source partition has each key: 64 bits of hash and the partition, ten bytes a slot, at a
 * load of at most four fifths. Two keys of one hash are taken for one; among a million keys that
 * happens once in 37 million. Not thread-safe.
 */
public final class KeyOwners {
  /** What {@link #claim} says of a key that nobody else has. */
  public static final int NOBODY = -1;

  private static final long EMPTY = 0;
  private static final int FIRST_SLOTS = 64;

  private long[] hashes = new long[FIRST_SLOTS];
  private char[] owners = new char[FIRST_SLOTS];
  private int size;

  /** How many keys there are. */
  public int size() {
    return size;
  }

  /** Bytes that it holds on to. */
  public long bytes() {
    return (long) hashes.length * (Long.BYTES + Character.BYTES);
  }

  /**
   * Notes that a partition has a key, unless another has it.
   *
   * @param hash of the key
   * @param partition below 65536
   * @return the partition that has the key besides, {@link #NOBODY} if there is none
   */
  public int claim(long hash, int partition) {
    if (5L * (size + 1) > 4L * hashes.length) {
      grow();
    }
    long stored = stored(hash);
    int slot = slot(stored);
    if (hashes[slot] == stored) {
      return owners[slot] == partition ? NOBODY : owners[slot];
    }
    hashes[slot] = stored;
    owners[slot] = (char) partition;
    size++;
    return NOBODY;
  }

  /** Notes that a partition has a key no longer. */
  public void release(long hash, int partition) {
    int hole = slot(stored(hash));
    if (hashes[hole] == EMPTY || owners[hole] != partition) {
      return;
    }
    size--;
    // Keys that were pushed past the hole move into it, or they wouldn't be found any more.
    for (int i = next(hole); hashes[i] != EMPTY; i = next(i)) {
      int length = hashes.length;
      int pushed = Math.floorMod(i - home(hashes[i], length), length);
      if (pushed >= Math.floorMod(i - hole, length)) {
        hashes[hole] = hashes[i];
        owners[hole] = owners[i];
        hole = i;
      }
    }
    hashes[hole] = EMPTY;
  }

  /** Forgets all keys of a partition. */
  public void releaseAll(int partition) {
    rebuild(hashes.length, partition);
  }

  private static long stored(long hash) {
    return hash == EMPTY ? 1 : hash;
  }

  /** Where a hash is, or the empty slot where it belongs. */
  private int slot(long stored) {
    int slot = home(stored, hashes.length);
    while (hashes[slot] != EMPTY && hashes[slot] != stored) {
      slot = next(slot);
    }
    return slot;
  }

  private static int home(long stored, int length) {
    return (int) Long.remainderUnsigned(stored, length);
  }

  private int next(int slot) {
    return slot + 1 == hashes.length ? 0 : slot + 1;
  }

  private void grow() {
    rebuild(Math.addExact(hashes.length, hashes.length / 2), NOBODY);
  }

  private void rebuild(int length, int without) {
    long[] oldHashes = hashes;
    char[] oldOwners = owners;
    hashes = new long[length];
    owners = new char[length];
    size = 0;
    for (int i = 0; i < oldHashes.length; i++) {
      if (oldHashes[i] != EMPTY && oldOwners[i] != without) {
        int slot = slot(oldHashes[i]);
        hashes[slot] = oldHashes[i];
        owners[slot] = oldOwners[i];
        size++;
      }
    }
  }
}
