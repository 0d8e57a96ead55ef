package io.alluvium.store;

import io.alluvium.row.Row;
import io.alluvium.row.RowSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds the newest row of every key together with the place of the row that the table holds of it,
 * so that an upsert knows what it supersedes without reading anything.
 *
 * <p>A key has a number for life; rows, files and positions are arrays over it. {@link #fold} takes
 * records in offset order; {@link #seal} hands out what changed since the last one, and {@link
 * #committed} notes where it came to lie. At most one sealed upsert is under way: if it fails the
 * store is thrown away and loaded again. Not thread-safe.
 *
 * @param <F> what the caller calls a file; compared by equals
 */
public final class LatestStore<F> {
  private final KeyIndex index;
  private final int[] sequenceColumns;
  private final Map<F, FileRows<F>> files = new HashMap<>();

  private int size;
  private Row[] rows = new Row[32];
  private int[] positions = new int[32];
  private final List<FileRows<F>> places = new ArrayList<>();

  private final BitSet dirty = new BitSet();
  private int dirtyCount;
  private long rowBytes;

  /**
   * @param keyColumns which columns of a row are its key
   * @param sequenceColumns which columns say what is newer, the most significant first
   */
  public LatestStore(int[] keyColumns, int[] sequenceColumns) {
    this.index = new KeyIndex(keyColumns.clone());
    this.sequenceColumns = sequenceColumns.clone();
  }

  /** How many keys there are. */
  public int size() {
    return size;
  }

  /** Bytes of all rows held, array and object headers left aside. */
  public long rowBytes() {
    return rowBytes;
  }

  /** How many keys changed since the last {@link #seal}. */
  public int dirtyCount() {
    return dirtyCount;
  }

  /** The newest row of the key that {@code probe} has, or null. */
  public Row find(Row probe) {
    int id = index.find(probe, rows);
    return id < 0 ? null : rows[id];
  }

  /**
   * Takes a row in that is newer than, or as new as, the one held of its key: on a full tie the
   * later call wins.
   */
  public Fold fold(Row row) {
    int id = index.find(row, rows);
    if (id < 0) {
      markDirty(add(row));
      return Fold.INSERTED;
    }
    if (compareSequence(row, rows[id]) < 0) {
      return Fold.IGNORED;
    }
    replace(id, row);
    markDirty(id);
    return Fold.UPDATED;
  }

  /**
   * Takes in all rows of one file of the table, in file order, before any {@link #fold}.
   *
   * @param expectedRows how many rows the file has, as a hint
   * @throws DuplicateKeyException if the table holds two rows of one key
   */
  public void load(F file, int expectedRows, RowSource fileRows) throws IOException {
    FileRows<F> place = new FileRows<>(file, expectedRows);
    files.put(file, place);
    for (Row row = fileRows.next(); row != null; row = fileRows.next()) {
      if (index.find(row, rows) >= 0) {
        throw new DuplicateKeyException(row);
      }
      int id = add(row);
      places.set(id, place);
      positions[id] = place.append(id);
    }
  }

  /** Everything that changed since the last call, and what it supersedes. */
  public Upsert<F> seal() {
    int[] ids = dirty.stream().toArray();
    List<Row> changed = new ArrayList<>(ids.length);
    Map<FileRows<F>, Integer> touched = new HashMap<>();
    int inserted = 0;
    for (int id : ids) {
      changed.add(rows[id]);
      if (places.get(id) == null) {
        inserted++;
      } else {
        touched.merge(places.get(id), 1, Integer::sum);
      }
    }
    List<Upsert.SupersededFile<F>> superseded = new ArrayList<>(touched.size());
    touched.forEach((file, dead) -> superseded.add(split(file, dead)));
    dirty.clear();
    dirtyCount = 0;
    return new Upsert<>(new Upsert.Entries(changed, ids), inserted, superseded);
  }

  /** Parts a file's rows into superseded and live ones; called before the dirty marks go. */
  private Upsert.SupersededFile<F> split(FileRows<F> file, int deadCount) {
    int[] dead = new int[deadCount];
    int[] liveIds = new int[file.live() - deadCount];
    List<Row> live = new ArrayList<>(liveIds.length);
    int d = 0;
    for (int position = 0; position < file.size(); position++) {
      int id = file.id(position);
      if (id == FileRows.DEAD) {
        continue;
      }
      if (dirty.get(id)) {
        dead[d++] = position;
      } else {
        liveIds[live.size()] = id;
        live.add(rows[id]);
      }
    }
    return new Upsert.SupersededFile<>(file.file(), dead, new Upsert.Entries(live, liveIds));
  }

  /**
   * Notes that a sealed upsert is in the table.
   *
   * @param gone files that are no longer part of the table
   * @param placed for each new file the numbers of its rows' keys, in file order
   */
  public void committed(List<F> gone, Map<F, int[]> placed) {
    placed.forEach(
        (file, ids) -> {
          FileRows<F> place = new FileRows<>(file, ids.length);
          files.put(file, place);
          for (int id : ids) {
            if (places.get(id) != null) {
              places.get(id).kill(positions[id]);
            }
            places.set(id, place);
            positions[id] = place.append(id);
          }
        });
    gone.forEach(files::remove);
  }

  /** How many rows of each file are live, in no particular order. */
  public Map<F, Integer> liveRows() {
    Map<F, Integer> live = new HashMap<>();
    files.forEach((file, place) -> live.put(file, place.live()));
    return live;
  }

  private int compareSequence(Row a, Row b) {
    for (int column : sequenceColumns) {
      int order = a.compareColumn(b, column);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int add(Row row) {
    if (size == rows.length) {
      int capacity = Math.addExact(size, (size >> 1) + 16);
      rows = Arrays.copyOf(rows, capacity);
      positions = Arrays.copyOf(positions, capacity);
    }
    int id = size++;
    rows[id] = row;
    places.add(null);
    rowBytes += row.sizeInBytes();
    index.add(id, rows);
    return id;
  }

  private void replace(int id, Row row) {
    rowBytes += row.sizeInBytes() - rows[id].sizeInBytes();
    rows[id] = row;
  }

  private void markDirty(int id) {
    if (!dirty.get(id)) {
      dirty.set(id);
      dirtyCount++;
    }
  }
}
