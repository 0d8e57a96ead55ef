package io.alluvium.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.roaringbitmap.RoaringBitmap;

/**
 * In which file and at which position the table holds each key's row. Keys are numbers.
 *
 * @param <F> what the caller calls a file; compared by equals
 */
final class RowPlaces<F> {
  private final Map<F, FileRows<F>> files = new LinkedHashMap<>();
  private final List<FileRows<F>> fileOf = new ArrayList<>();
  private int[] positionOf = new int[32];

  /** Adds a file whose rows are to be said. */
  FileRows<F> add(F file, int expectedRows) {
    FileRows<F> rows = new FileRows<>(file, expectedRows);
    files.put(file, rows);
    return rows;
  }

  /** Says where a key's row lies, as the next one of a file. */
  void put(int id, FileRows<F> file, int position) {
    while (id >= fileOf.size()) {
      fileOf.add(null);
    }
    if (id >= positionOf.length) {
      positionOf = Arrays.copyOf(positionOf, Math.addExact(id, (id >> 1) + 16));
    }
    file.put(position, id);
    fileOf.set(id, file);
    positionOf[id] = position;
  }

  /** The file with a key's row, null if the table has none. */
  FileRows<F> fileOf(int id) {
    return id < fileOf.size() ? fileOf.get(id) : null;
  }

  int positionOf(int id) {
    return positionOf[id];
  }

  /** Says that the table has no row of a key any more. */
  void clear(int id) {
    fileOf(id).kill(positionOf[id]);
    fileOf.set(id, null);
  }

  /** Follows a commit. */
  void move(Placement<F> placement) {
    placement.placed().forEach(this::move);
    placement.gone().forEach(files::remove);
    placement.described().forEach(this::describe);
  }

  private void move(F file, int[] ids) {
    FileRows<F> rows = add(file, ids.length);
    for (int position = 0; position < ids.length; position++) {
      int id = ids[position];
      if (id != FileRows.DEAD) {
        if (fileOf(id) != null) {
          fileOf(id).kill(positionOf[id]);
        }
        put(id, rows, position);
      }
    }
    rows.extend(ids.length);
  }

  private void describe(F before, F after) {
    FileRows<F> file = files.remove(before);
    file.describe(after);
    files.put(after, file);
  }

  /** Takes a file away; tells the keys that have no place any more. */
  void remove(F file, IntConsumer unplaced) {
    FileRows<F> rows = files.remove(file);
    for (int position = 0; position < rows.size(); position++) {
      if (rows.id(position) != FileRows.DEAD) {
        fileOf.set(rows.id(position), null);
        unplaced.accept(rows.id(position));
      }
    }
  }

  /** Keys whose rows count in a file, in file order. */
  int[] live(F file, BitSet except) {
    FileRows<F> rows = files.get(file);
    int[] ids = new int[rows.live()];
    int count = 0;
    for (int position = 0; position < rows.size(); position++) {
      int id = rows.id(position);
      if (id != FileRows.DEAD && !except.get(id)) {
        ids[count++] = id;
      }
    }
    return Arrays.copyOf(ids, count);
  }

  /** The keys whose rows lie in one of these files, {@link FileRows#DEAD} for the others. */
  int[] only(int[] ids, Collection<F> some) {
    Set<FileRows<F>> wanted = new LinkedHashSet<>();
    some.forEach(file -> wanted.add(files.get(file)));
    return Arrays.stream(ids).map(id -> wanted.contains(fileOf(id)) ? id : FileRows.DEAD).toArray();
  }

  /**
   * All files.
   *
   * @param dead positions that don't count, for files where these aren't those of now
   */
  List<FileState<F>> states(Map<FileRows<F>, RoaringBitmap> dead) {
    List<FileState<F>> states = new ArrayList<>(files.size());
    for (FileRows<F> file : files.values()) {
      int live = file.size() - dead.getOrDefault(file, file.dead()).getCardinality();
      states.add(new FileState<>(file.file(), file.size(), live, file.live() - live));
    }
    return states;
  }

  FileRows<F> get(F file) {
    return files.get(file);
  }
}
