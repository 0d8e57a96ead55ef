package io.alluvium.inspect.verify;

import io.alluvium.config.Matching.OnMatch;
import io.alluvium.row.Row;
import io.alluvium.store.KeyIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The fingerprint of the bronze row of every key that counts, against which silver's rows are held.
 * A key costs its own bytes and those of its sequence, not a whole row's. For one thread.
 *
 * <p>Rows of one file come in its order, files in any. On a full tie the batch that was written
 * later wins, within a part of a file the later row; with {@code on-match: never} the earlier. The
 * order of rows between the parts of one batch isn't known: then each tied row is accepted. Nor is
 * that of rows on different source partitions, of which each is accepted in the same way, nor, of
 * rows that others have put into files of their own, that to any other.
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
  private final List<Batch> batches;
  private final KeyIndex index;
  private final Map<Integer, List<Row>> ties = new HashMap<>();
  private final Contenders contenders = new Contenders();
  private final Map<Integer, Long> tombstones = new HashMap<>();
  private final BitSet deleting = new BitSet();
  private final BitSet known = new BitSet();
  private final BitSet unsure = new BitSet();

  /** Rows that tie, of which one may delete. */
  private final BitSet undecided = new BitSet();

  private final BitSet seen = new BitSet();
  private final BitSet spread = new BitSet();
  private Row[] rows = new Row[32];
  private int size;

  /**
   * The batch that a part of a file belongs to.
   *
   * @param number in the order of writing
   * @param partition of the source, negative if nobody knows
   */
  record Batch(int number, int partition) {}

  /**
   * @param batches for each number of a part its batch
   */
  ExpectedRows(Fingerprint layout, List<Batch> batches) {
    this.layout = layout;
    this.first = layout.onMatch() == OnMatch.NEVER;
    this.batches = List.copyOf(batches);
    this.index = new KeyIndex(layout.keyColumns());
  }

  /** Takes a row that silver must have taken. */
  void fold(Row row) {
    int id = index.find(row, rows);
    if (take(id, row)) {
      deleting.clear(id < 0 ? size - 1 : id);
    }
  }

  /** Takes a row that silver must have taken, and that deletes its key. */
  void delete(Row row) {
    int id = index.find(row, rows);
    if (take(id, row)) {
      deleting.set(id < 0 ? size - 1 : id);
    }
  }

  /** Takes a record that deletes its key, whatever came before. */
  void tombstone(Row row) {
    int id = index.find(row, rows);
    if (id >= 0) {
      noteSpread(id, row);
    }
    tombstones.merge(id < 0 ? add(row) : id, layout.offset(row), Math::max);
  }

  /** Whether the row goes before the one held. */
  private boolean take(int id, Row row) {
    if (id < 0) {
      known.set(add(row));
      return true;
    }
    noteSpread(id, row);
    if (!known.get(id)) {
      known.set(id);
      rows[id] = row;
      return true;
    }
    int bySequence = layout.compareSequence(row, rows[id]);
    if (bySequence == 0 && (contenders.has(id) || isApart(row, rows[id]))) {
      contend(id, row);
      return false;
    }
    if (bySequence > 0) {
      contenders.remove(id);
    }
    int order = order(row, rows[id]);
    if (order < 0 || tied(id).anyMatch(tie -> order(tie, row) > 0)) {
      return false;
    }
    boolean tie =
        order == 0 && (isShuffled(row, rows[id]) || layout.file(row) != layout.file(rows[id]));
    if (order == 0 && !tie && first) {
      return false;
    }
    outdate(id, row);
    if (tie) {
      ties.computeIfAbsent(id, key -> new ArrayList<>()).add(rows[id]);
      if (layout.deletes()) {
        undecided.set(id);
      }
    }
    rows[id] = row;
    return true;
  }

  private Stream<Row> tied(int id) {
    return ties.getOrDefault(id, List.of()).stream();
  }

  /** Forgets the tied rows that a row goes before. */
  private void outdate(int id, Row row) {
    List<Row> left = tied(id).filter(tie -> order(row, tie) == 0).toList();
    if (left.isEmpty()) {
      ties.remove(id);
      undecided.clear(id);
    } else {
      ties.put(id, new ArrayList<>(left));
    }
  }

  private void noteSpread(int id, Row row) {
    if (isApart(row, rows[id])) {
      spread.set(id);
    }
  }

  private void contend(int id, Row row) {
    contenders.add(id, partition(rows[id]), rows[id], (before, same) -> before);
    contenders.add(
        id,
        partition(row),
        row,
        (before, later) -> {
          int order = order(later, before);
          return order > 0 || order == 0 && !first ? later : before;
        });
    if (layout.deletes()) {
      unsure.set(id);
    }
  }

  /**
   * Whether a row goes before the one held: above 0 if so, 0 if only the order in a batch tells.
   */
  private int order(Row row, Row held) {
    int bySequence = layout.compareSequence(row, held);
    if (bySequence != 0) {
      return bySequence;
    }
    boolean known = layout.offset(row) >= 0 && layout.offset(held) >= 0;
    if (!known && isShuffled(row, held)) {
      return 0;
    }
    int byArrival =
        known
            ? Long.compare(layout.offset(row), layout.offset(held))
            : Integer.compare(batch(row), batch(held));
    return first ? -byArrival : byArrival;
  }

  /** Whether somebody else has put one of them into a file of his, where no order is kept. */
  private boolean isShuffled(Row a, Row b) {
    return partition(a) < 0 || partition(b) < 0;
  }

  /** Whether silver should have a row of a key. */
  private boolean isThere(int id) {
    return known.get(id)
        && !deleting.get(id)
        && layout.offset(rows[id]) > tombstones.getOrDefault(id, Long.MIN_VALUE);
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
    if (isUnsure(id) || layout.isExpired(rows[id])) {
      return Verdict.UNKNOWN;
    }
    if (!isThere(id)) {
      return Verdict.EXTRA;
    }
    return isRight(id, row) ? Verdict.RIGHT : Verdict.DIFFERENT;
  }

  private boolean isRight(int id, Row row) {
    if (tied(id).anyMatch(tie -> layout.matches(row, tie))) {
      return true;
    }
    return contenders.has(id)
        ? contenders.of(id).stream().anyMatch(other -> layout.matches(row, other))
        : layout.matches(row, rows[id]);
  }

  /** A tombstone counts by the order of records, which partitions don't tell of each other. */
  private boolean isUnsure(int id) {
    return unsure.get(id) || undecided.get(id) || spread.get(id) && tombstones.containsKey(id);
  }

  /** Whether records of a row's key lie on several source partitions. */
  boolean isSpread(Row row) {
    int id = index.find(row, rows);
    return id >= 0 && spread.get(id);
  }

  /** The row that is expected for a key, or null. */
  Row find(Row row) {
    int id = index.find(row, rows);
    return id < 0 ? null : rows[id];
  }

  /** Expected rows that {@link #judge} hasn't met. */
  IntStream missing() {
    return IntStream.range(0, size)
        .filter(id -> isThere(id) && !layout.isExpired(rows[id]) && !isUnsure(id) && !seen.get(id));
  }

  Row row(int id) {
    return rows[id];
  }

  /** How many keys bronze has rows of that aren't deleted. */
  int keys() {
    return (int) IntStream.range(0, size).filter(this::isThere).count();
  }

  /** How many keys can't be compared. */
  int unsureKeys() {
    return (int) IntStream.range(0, size).filter(this::isUnsure).count();
  }

  private int batch(Row row) {
    return batches.get(layout.file(row)).number();
  }

  private int partition(Row row) {
    return batches.get(layout.file(row)).partition();
  }

  private boolean isApart(Row a, Row b) {
    return partition(a) >= 0 && partition(b) >= 0 && partition(a) != partition(b);
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
