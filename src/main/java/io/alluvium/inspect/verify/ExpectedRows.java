package io.alluvium.inspect.verify;

import io.alluvium.config.Matching.OnMatch;
import io.alluvium.row.Row;
import io.alluvium.store.KeyIndex;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The fingerprint of the bronze row of every key that counts, against which silver's rows are held.
 * A key costs its own bytes and those of its sequence, not a whole row's. For one thread.
 *
 * <p>Rows of one file come in its order, files in any. On a full tie the batch that was written
 * later wins, within a part of a file the later row; with {@code on-match: never} the earlier. The
 * order of rows between the parts of one batch isn't known: then each tied row is accepted.
 */
final class ExpectedRows {
  /** How a row of silver compares. */
  enum Verdict {
    RIGHT,
    DUPLICATE,
    EXTRA,
    DIFFERENT,
    /** The key has rows of which it isn't known whether silver has taken them. */
    UNKNOWN
  }

  private final Fingerprint layout;
  private final boolean first;
  private final int[] batches;
  private final KeyIndex index;
  private final Map<Integer, Set<Long>> ties = new HashMap<>();
  private final BitSet known = new BitSet();
  private final BitSet unsure = new BitSet();
  private final BitSet seen = new BitSet();
  private Row[] rows = new Row[32];
  private int size;

  /**
   * @param batches for each number of a part the number of its batch, in the order of writing
   */
  ExpectedRows(Fingerprint layout, int[] batches) {
    this.layout = layout;
    this.first = layout.onMatch() == OnMatch.NEVER;
    this.batches = batches.clone();
    this.index = new KeyIndex(layout.keyColumns());
  }

  /** Takes a row that silver must have taken. */
  void fold(Row row) {
    int id = index.find(row, rows);
    if (id < 0) {
      known.set(add(row));
      return;
    }
    if (!known.get(id)) {
      known.set(id);
      rows[id] = row;
      return;
    }
    int order = order(row, rows[id]);
    if (order < 0) {
      return;
    }
    if (order > 0) {
      ties.remove(id);
    } else if (layout.file(row) != layout.file(rows[id])) {
      ties.computeIfAbsent(id, key -> new HashSet<>()).add(layout.hash(rows[id]));
    } else if (first) {
      return;
    }
    rows[id] = row;
  }

  /**
   * Whether a row goes before the one held: above 0 if so, 0 if only the order in a batch tells.
   */
  private int order(Row row, Row held) {
    int bySequence = layout.compareSequence(row, held);
    int byBatch = Integer.compare(batch(row), batch(held));
    return bySequence != 0 ? bySequence : first ? -byBatch : byBatch;
  }

  /** Takes a row that silver may have taken or not. */
  void maybe(Row row) {
    int id = index.find(row, rows);
    unsure.set(id < 0 ? add(row) : id);
  }

  /** Compares a row of silver. */
  Verdict judge(Row row) {
    int id = index.find(row, rows);
    if (id < 0) {
      seen.set(add(row));
      return Verdict.EXTRA;
    }
    if (seen.get(id)) {
      return Verdict.DUPLICATE;
    }
    seen.set(id);
    if (unsure.get(id)) {
      return Verdict.UNKNOWN;
    }
    long hash = layout.hash(row);
    boolean right = hash == layout.hash(rows[id]) || ties.getOrDefault(id, Set.of()).contains(hash);
    return right ? Verdict.RIGHT : Verdict.DIFFERENT;
  }

  /** The row that is expected for a key, or null. */
  Row find(Row row) {
    int id = index.find(row, rows);
    return id < 0 ? null : rows[id];
  }

  /** Expected rows that {@link #judge} hasn't met. */
  IntStream missing() {
    return IntStream.range(0, size).filter(id -> known.get(id) && !unsure.get(id) && !seen.get(id));
  }

  Row row(int id) {
    return rows[id];
  }

  /** How many keys bronze has. */
  int keys() {
    return known.cardinality();
  }

  /** How many keys can't be compared. */
  int unsureKeys() {
    return unsure.cardinality();
  }

  private int batch(Row row) {
    return batches[layout.file(row)];
  }

  private int add(Row row) {
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, Math.addExact(size, (size >> 1) + 16));
    }
    rows[size] = row;
    index.add(size, rows);
    return size++;
  }
}
