package io.alluvium.store;

import io.alluvium.row.Row;
import io.alluvium.row.RowSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;

/**
 * Holds the newest row of every key together with the place of the row that the table holds of it,
 * so that an upsert knows what it supersedes without reading anything.
 *
 * <p>A key has a number as long as it has a row; rows, files and positions are arrays over it.
 * {@link #fold} takes records in offset order; {@link #seal} hands out what changed since the last
 * one, and {@link #committed} notes where it came to lie, or {@link #unseal} takes it back. At most
 * one sealed upsert is under way. Not thread-safe.
 *
 * @param <F> what the caller calls a file; compared by equals
 */
public final class LatestStore<F> {
  /** In a {@link Placement}: no key's row. */
  public static final int NO_KEY = FileRows.DEAD;

  private final KeyIndex index;
  private final int[] sequenceColumns;
  private final Map<F, FileRows<F>> files = new LinkedHashMap<>();

  private final KeyNumbers numbers = new KeyNumbers();
  private Row[] rows = new Row[32];
  private int[] positions = new int[32];
  private final List<FileRows<F>> places = new ArrayList<>();

  private final BitSet dirty = new BitSet();
  private final BitSet sealed = new BitSet();
  private final Map<Integer, Row> replaced;
  private long rowBytes;

  /**
   * @param keyColumns which columns of a row are its key
   * @param sequenceColumns which columns say what is newer, the most significant first
   */
  public LatestStore(int[] keyColumns, int[] sequenceColumns, ReplacedRows replaced) {
    this.index = new KeyIndex(keyColumns.clone());
    this.sequenceColumns = sequenceColumns.clone();
    this.replaced = replaced == ReplacedRows.KEEP ? new HashMap<>() : null;
  }

  /** How many keys there are. */
  public int size() {
    return numbers.inUse();
  }

  /** Bytes of all rows held, array and object headers left aside. */
  public long rowBytes() {
    return rowBytes;
  }

  /** Whether a key changed since the last {@link #seal}. */
  public boolean hasChanges() {
    return !dirty.isEmpty();
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
      dirty.set(add(row));
      return Fold.INSERTED;
    }
    if (compareSequence(row, rows[id]) < 0) {
      return Fold.IGNORED;
    }
    if (replaced != null && !dirty.get(id)) {
      replaced.put(id, rows[id]);
    }
    replace(id, row);
    dirty.set(id);
    return Fold.UPDATED;
  }

  /**
   * Takes in all rows of one file of the table, in file order, before any {@link #fold}.
   *
   * @param expectedRows how many rows the file has, as a hint
   * @throws DuplicateKeyException if the table holds two rows of one key
   */
  public void load(F file, int expectedRows, RowSource fileRows) throws IOException {
    FileRows<F> place = newFile(file, expectedRows);
    for (Row row = fileRows.next(); row != null; row = fileRows.next()) {
      if (index.find(row, rows) >= 0) {
        throw new DuplicateKeyException(row, file);
      }
      place(add(row), place, Math.toIntExact(fileRows.position()));
    }
    place.extend(Math.toIntExact(fileRows.position() + 1));
  }

  /** Everything that changed since the last call, and what it supersedes. */
  public Upsert<F> seal(RewritePlan<F> plan) {
    if (!sealed.isEmpty()) {
      throw new IllegalStateException("an upsert is under way");
    }
    int[] ids = dirty.stream().toArray();
    List<Row> changed = new ArrayList<>(ids.length);
    List<Row> before = new ArrayList<>();
    Map<FileRows<F>, RoaringBitmap> dead = new HashMap<>();
    int inserted = 0;
    for (int id : ids) {
      changed.add(rows[id]);
      FileRows<F> place = places.get(id);
      if (place == null) {
        inserted++;
      } else {
        dead.computeIfAbsent(place, file -> file.dead().clone()).add(positions[id]);
      }
      if (replaced != null) {
        before.add(place == null ? null : replaced.get(id));
      }
    }
    sealed.or(dirty);
    dirty.clear();
    if (replaced != null) {
      replaced.clear();
    }
    return split(new Upsert.Entries(changed, ids), before, inserted, dead, plan);
  }

  private Upsert<F> split(
      Upsert.Entries changed,
      List<Row> before,
      int inserted,
      Map<FileRows<F>, RoaringBitmap> dead,
      RewritePlan<F> plan) {
    List<FileState<F>> states = new ArrayList<>(files.size());
    for (FileRows<F> file : files.values()) {
      RoaringBitmap after = dead.getOrDefault(file, file.dead());
      int live = file.size() - after.getCardinality();
      states.add(new FileState<>(file.file(), file.size(), live, file.live() - live));
    }
    Set<F> chosen = new LinkedHashSet<>(plan.choose(states));
    List<Upsert.Marked<F>> marked = new ArrayList<>();
    List<Upsert.Rewritten<F>> rewritten = new ArrayList<>();
    for (FileState<F> state : states) {
      FileRows<F> file = files.get(state.file());
      if (chosen.contains(state.file()) || state.superseded() > 0 && state.live() == 0) {
        rewritten.add(new Upsert.Rewritten<>(state.file(), live(file)));
      } else if (state.superseded() > 0) {
        marked.add(new Upsert.Marked<>(state.file(), state.rows(), dead.get(file)));
      }
    }
    return new Upsert<>(changed, before, inserted, marked, rewritten);
  }

  /** A file's rows that are neither superseded nor about to be by the sealed upsert. */
  private Upsert.Entries live(FileRows<F> file) {
    int[] ids = new int[file.live()];
    List<Row> live = new ArrayList<>(ids.length);
    for (int position = 0; position < file.size(); position++) {
      int id = file.id(position);
      if (id != FileRows.DEAD && !sealed.get(id)) {
        ids[live.size()] = id;
        live.add(rows[id]);
      }
    }
    return new Upsert.Entries(live, Arrays.copyOf(ids, live.size()));
  }

  /** Notes that the sealed upsert is in the table. */
  public void committed(Placement<F> placement) {
    sealed.clear();
    placement.placed().forEach(this::move);
    placement.gone().forEach(files::remove);
    placement
        .described()
        .forEach(
            (before, after) -> {
              FileRows<F> file = files.remove(before);
              file.describe(after);
              files.put(after, file);
            });
  }

  private void move(F file, int[] ids) {
    FileRows<F> place = newFile(file, ids.length);
    for (int position = 0; position < ids.length; position++) {
      int id = ids[position];
      if (id != NO_KEY) {
        if (places.get(id) != null) {
          places.get(id).kill(positions[id]);
        }
        place(id, place, position);
      }
    }
    place.extend(ids.length);
  }

  /** Takes a sealed upsert back that won't be in the table: its rows are changes again. */
  public void unseal(Upsert<F> upsert) {
    int[] ids = upsert.changed().ids();
    for (int i = 0; i < ids.length; i++) {
      dirty.set(ids[i]);
      if (replaced != null) {
        // Whatever a later row replaced, the table holds what the upsert found.
        replaced.remove(ids[i]);
        if (upsert.replaced().get(i) != null) {
          replaced.put(ids[i], upsert.replaced().get(i));
        }
      }
    }
    sealed.clear();
  }

  /**
   * The rows of some files, to be written to others while the store goes on. To be called right
   * after {@link #seal}, which leaves no key changed: so all rows here are those that the table
   * holds, but for those that the sealed upsert supersedes, which are left out.
   */
  public Upsert.Entries copy(Collection<F> sources) {
    if (hasChanges()) {
      throw new IllegalStateException("rows of changed keys aren't those of the table");
    }
    List<Row> copied = new ArrayList<>();
    int[] ids = new int[sources.stream().mapToInt(file -> files.get(file).live()).sum()];
    for (F source : sources) {
      Upsert.Entries live = live(files.get(source));
      System.arraycopy(live.ids(), 0, ids, copied.size(), live.ids().length);
      copied.addAll(live.rows());
    }
    return new Upsert.Entries(copied, Arrays.copyOf(ids, copied.size()));
  }

  /**
   * Of keys whose rows were copied from {@code sources}, those whose row still lies there; {@link
   * #NO_KEY} in the place of the others. To be called while no upsert is under way.
   */
  public int[] stillIn(Collection<F> sources, int[] copied) {
    Set<FileRows<F>> from = new LinkedHashSet<>();
    sources.forEach(source -> from.add(files.get(source)));
    int[] ids = copied.clone();
    for (int i = 0; i < ids.length; i++) {
      if (!from.contains(places.get(ids[i]))) {
        ids[i] = NO_KEY;
      }
    }
    return ids;
  }

  /** Whether the table, as far as the store knows it, has all of these files. */
  public boolean hasAll(Collection<F> some) {
    return files.keySet().containsAll(some);
  }

  /** All files, with how many rows are live. */
  public List<FileState<F>> files() {
    List<FileState<F>> states = new ArrayList<>(files.size());
    for (FileRows<F> file : files.values()) {
      states.add(new FileState<>(file.file(), file.size(), file.live(), 0));
    }
    return states;
  }

  /**
   * Follows what others did to the table, while no upsert is under way. The table's rows count,
   * unless a row that isn't in it yet is newer.
   *
   * @param gone files that the table no longer has as the store knows them
   * @param fresh files that it has instead, with all their rows
   * @throws DuplicateKeyException if the table now holds two rows of one key
   */
  public void follow(Collection<F> gone, List<FreshFile<F>> fresh) {
    BitSet unplaced = new BitSet();
    for (F file : gone) {
      FileRows<F> before = files.remove(file);
      for (int position = 0; position < before.size(); position++) {
        if (before.id(position) != FileRows.DEAD) {
          unplaced.set(before.id(position));
          places.set(before.id(position), null);
        }
      }
    }
    for (FreshFile<F> file : fresh) {
      FileRows<F> place = newFile(file.file(), file.size());
      for (int i = 0; i < file.rows().size(); i++) {
        int id = follow(file.rows().get(i), file.file());
        unplaced.clear(id);
        place(id, place, file.positions()[i]);
      }
      place.extend(file.size());
    }
    unplaced.stream().forEach(this::deletedElsewhere);
  }

  private int follow(Row row, F file) {
    int id = index.find(row, rows);
    if (id < 0) {
      return add(row);
    }
    if (places.get(id) != null) {
      throw new DuplicateKeyException(row, file);
    }
    if (dirty.get(id) && compareSequence(rows[id], row) >= 0) {
      if (replaced != null) {
        replaced.put(id, row);
      }
      return id;
    }
    dirty.clear(id);
    if (replaced != null) {
      replaced.remove(id);
    }
    replace(id, row);
    return id;
  }

  /** A change that came after the deletion inserts the key again. */
  private void deletedElsewhere(int id) {
    if (replaced != null) {
      replaced.remove(id);
    }
    if (!dirty.get(id)) {
      index.remove(id, rows);
      rowBytes -= rows[id].sizeInBytes();
      rows[id] = null;
      numbers.free(id);
    }
  }

  private FileRows<F> newFile(F file, int expectedRows) {
    FileRows<F> place = new FileRows<>(file, expectedRows);
    files.put(file, place);
    return place;
  }

  private void place(int id, FileRows<F> place, int position) {
    place.put(position, id);
    places.set(id, place);
    positions[id] = position;
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
    int id = numbers.next();
    if (id == rows.length) {
      int capacity = Math.addExact(id, (id >> 1) + 16);
      rows = Arrays.copyOf(rows, capacity);
      positions = Arrays.copyOf(positions, capacity);
    }
    if (id == places.size()) {
      places.add(null);
    }
    rows[id] = row;
    rowBytes += row.sizeInBytes();
    index.add(id, rows);
    return id;
  }

  private void replace(int id, Row row) {
    rowBytes += row.sizeInBytes() - rows[id].sizeInBytes();
    rows[id] = row;
  }
}
