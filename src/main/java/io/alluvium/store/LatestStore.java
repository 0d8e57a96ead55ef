package io.alluvium.store;

import io.alluvium.row.Row;
import io.alluvium.row.RowSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
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
  private final Precedence precedence;
  private final RowPlaces<F> places = new RowPlaces<>();
  private final KeyNumbers numbers = new KeyNumbers();
  private Row[] rows = new Row[32];

  private final BitSet dirty = new BitSet();
  private final BitSet sealed = new BitSet();

  /** By key number, the table's rows of changed keys; null if nobody asks for them. */
  private Row[] replaced;

  private long rowBytes;

  /**
   * @param keyColumns which columns of a row are its key
   * @param precedence which row of a key stays
   */
  public LatestStore(int[] keyColumns, Precedence precedence, ReplacedRows replaced) {
    this.index = new KeyIndex(keyColumns.clone());
    this.precedence = precedence;
    this.replaced = replaced == ReplacedRows.KEEP ? new Row[32] : null;
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

  /** All files of the table, with how many of their rows count. */
  public List<FileState<F>> files() {
    return places.states(Map.of());
  }

  /** Takes a row in, if it goes before the one held of its key; rows come in offset order. */
  public Fold fold(Row row) {
    int id = index.find(row, rows);
    if (id < 0) {
      dirty.set(add(row));
      return Fold.INSERTED;
    }
    if (!precedence.replaces(row, rows[id])) {
      return Fold.IGNORED;
    }
    if (!dirty.get(id)) {
      keepReplaced(id, rows[id]);
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
    FileRows<F> place = places.add(file, expectedRows);
    for (Row row = fileRows.next(); row != null; row = fileRows.next()) {
      if (index.find(row, rows) >= 0) {
        throw new DuplicateKeyException(row, file);
      }
      places.put(add(row), place, Math.toIntExact(fileRows.position()));
    }
    place.extend(Math.toIntExact(fileRows.position() + 1));
  }

  /** Everything that changed since the last call, and what it supersedes. */
  public Upsert<F> seal(RewritePlan<F> plan) {
    if (!sealed.isEmpty()) {
      throw new IllegalStateException("an upsert is under way");
    }
    int[] ids = dirty.stream().toArray();
    List<Row> before = new ArrayList<>();
    Map<FileRows<F>, RoaringBitmap> dead = new HashMap<>();
    int inserted = 0;
    for (int id : ids) {
      FileRows<F> place = places.fileOf(id);
      if (place == null) {
        inserted++;
      } else {
        dead.computeIfAbsent(place, file -> file.dead().clone()).add(places.positionOf(id));
      }
      if (replaced != null) {
        before.add(place == null ? null : replaced[id]);
        replaced[id] = null;
      }
    }
    sealed.or(dirty);
    dirty.clear();
    List<Upsert.Marked<F>> marked = new ArrayList<>();
    List<Upsert.Rewritten<F>> rewritten = new ArrayList<>();
    // Where nothing changed nothing is rewritten either: a version must not seem to change rows.
    if (ids.length > 0) {
      split(dead, plan, marked, rewritten);
    }
    return new Upsert<>(entries(ids), before, inserted, marked, rewritten);
  }

  private void split(
      Map<FileRows<F>, RoaringBitmap> dead,
      RewritePlan<F> plan,
      List<Upsert.Marked<F>> marked,
      List<Upsert.Rewritten<F>> rewritten) {
    List<FileState<F>> states = places.states(dead);
    Set<F> chosen = new LinkedHashSet<>(plan.choose(states));
    for (FileState<F> state : states) {
      F file = state.file();
      if (chosen.contains(file) || state.superseded() > 0 && state.live() == 0) {
        rewritten.add(new Upsert.Rewritten<>(file, entries(places.live(file, sealed))));
      } else if (state.superseded() > 0) {
        marked.add(new Upsert.Marked<>(file, state.rows(), dead.get(places.get(file))));
      }
    }
  }

  private Upsert.Entries entries(int[] ids) {
    return new Upsert.Entries(Arrays.stream(ids).mapToObj(id -> rows[id]).toList(), ids);
  }

  /** Notes that the sealed upsert, or a relocation while none is under way, is in the table. */
  public void committed(Placement<F> placement) {
    sealed.clear();
    places.move(placement);
  }

  /** Takes a sealed upsert back that won't be in the table: its rows are changes again. */
  public void unseal(Upsert<F> upsert) {
    int[] ids = upsert.changed().ids();
    for (int i = 0; i < ids.length; i++) {
      dirty.set(ids[i]);
      if (replaced != null) {
        // Whatever a later row replaced, the table holds what the upsert found.
        replaced[ids[i]] = upsert.replaced().get(i);
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
    return entries(
        sources.stream().flatMapToInt(f -> Arrays.stream(places.live(f, sealed))).toArray());
  }

  /**
   * Of keys whose rows were copied from {@code sources}, those whose row still lies there; {@link
   * #NO_KEY} in the place of the others. To be called while no upsert is under way.
   */
  public int[] stillIn(Collection<F> sources, int[] copied) {
    return places.only(copied, sources);
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
    gone.forEach(file -> places.remove(file, unplaced::set));
    for (FreshFile<F> file : fresh) {
      FileRows<F> place = places.add(file.file(), file.size());
      for (int i = 0; i < file.rows().size(); i++) {
        int id = follow(file.rows().get(i), file.file());
        unplaced.clear(id);
        places.put(id, place, file.positions()[i]);
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
    if (places.fileOf(id) != null) {
      throw new DuplicateKeyException(row, file);
    }
    if (dirty.get(id) && precedence.replaces(rows[id], row)) {
      keepReplaced(id, row);
      return id;
    }
    dirty.clear(id);
    keepReplaced(id, null);
    replace(id, row);
    return id;
  }

  /** A change that came after the deletion inserts the key again. */
  private void deletedElsewhere(int id) {
    keepReplaced(id, null);
    if (!dirty.get(id)) {
      index.remove(id, rows);
      rowBytes -= rows[id].sizeInBytes();
      rows[id] = null;
      numbers.free(id);
    }
  }

  private void keepReplaced(int id, Row row) {
    if (replaced != null) {
      replaced[id] = row;
    }
  }

  private int add(Row row) {
    int id = numbers.next();
    if (id == rows.length) {
      rows = Arrays.copyOf(rows, Math.addExact(id, (id >> 1) + 16));
      replaced = replaced == null ? null : Arrays.copyOf(replaced, rows.length);
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
