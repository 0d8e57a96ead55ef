package io.alluvium.store;

import io.alluvium.row.Row;
import io.alluvium.row.RowSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Holds the row of every key that counts together with the place of the row that the table holds of
 * it, so that an upsert knows what it supersedes without reading anything.
 *
 * <p>A key has a number as long as it has a row; rows, files and positions are arrays over it.
 * {@link #fold} and the like take records in offset order; {@link #seal} hands out what changed
 * since the last one, and {@link #committed} notes where it came to lie, or {@link #unseal} takes
 * it back. At most one sealed upsert is under way. Not thread-safe.
 *
 * @param <F> what the caller calls a file; compared by equals
 */
public final class LatestStore<F> {
  /** In a {@link Placement}: no key's row. */
  public static final int NO_KEY = FileRows.DEAD;

  private final Precedence precedence;
  private final Markers markers;
  private final KeyedRows keys;
  private final DeletedKeys deleted = new DeletedKeys();
  private final RowPlaces<F> places = new RowPlaces<>();
  private final ReplacedRows replaced;
  private final TableRows tableRows;

  private final BitSet dirty = new BitSet();
  private final BitSet sealed = new BitSet();
  private int[] sealedDeleted = new int[0];

  /**
   * @param keyColumns which columns of a row are its key
   * @param precedence which row of a key stays
   */
  public LatestStore(int[] keyColumns, Precedence precedence, ReplacedRows replaced) {
    this.keys = new KeyedRows(keyColumns);
    this.precedence = precedence;
    this.markers = new Markers(keyColumns, precedence.sequence());
    this.replaced = replaced;
    this.tableRows = new TableRows(precedence.comparesValues() ? ReplacedRows.KEEP : replaced);
  }

  /** How many keys have a row. */
  public int size() {
    return keys.size() - deleted.size();
  }

  /** How many keys are deleted and not forgotten. */
  public int deletedKeys() {
    return deleted.size();
  }

  /** Bytes of all rows held, array and object headers left aside. */
  public long rowBytes() {
    return keys.bytes();
  }

  /** Whether a key changed since the last {@link #seal}. */
  public boolean hasChanges() {
    return !dirty.isEmpty();
  }

  /** The row of the key that {@code probe} has, or null. */
  public Row find(Row probe) {
    int id = keys.find(probe);
    return id < 0 || deleted.contains(id) ? null : keys.get(id);
  }

  /** All files of the table, with how many of their rows count. */
  public List<FileState<F>> files() {
    return places.states(Map.of());
  }

  /** Takes a row in, if it goes before the one held of its key; rows come in offset order. */
  public Fold fold(Row row) {
    int id = keys.find(row);
    if (id < 0) {
      dirty.set(keys.add(row));
      return Fold.INSERTED;
    }
    boolean dead = deleted.contains(id);
    if (dead ? isOlder(row, id) : !precedence.replaces(row, keys.get(id))) {
      return Fold.IGNORED;
    }
    change(id);
    deleted.clear(id);
    keys.replace(id, row);
    return dead ? Fold.INSERTED : Fold.UPDATED;
  }

  /** Deletes the key that a row has, unless the row held is newer. */
  public Fold delete(Row row) {
    int id = keys.find(row);
    if (id < 0 ? !markers.tellTime() : isOlder(row, id)) {
      return Fold.IGNORED;
    }
    if (id < 0) {
      id = keys.add(row);
      dirty.set(id);
    } else {
      change(id);
    }
    mark(id, row);
    return Fold.DELETED;
  }

  /** Deletes the key that a row has, whatever its sequence: that of the row held counts. */
  public Fold deleteWhatever(Row probe) {
    int id = keys.find(probe);
    if (id < 0 || deleted.contains(id)) {
      return Fold.IGNORED;
    }
    change(id);
    mark(id, keys.get(id));
    return Fold.DELETED;
  }

  private void mark(int id, Row row) {
    if (markers.tellTime()) {
      keys.replace(id, markers.of(row));
      deleted.remember(id);
    } else {
      deleted.pass(id);
    }
  }

  private boolean isOlder(Row row, int id) {
    return precedence.compare(row, keys.get(id)) < 0;
  }

  private void change(int id) {
    if (!dirty.get(id)) {
      tableRows.keep(id, deleted.contains(id) ? null : keys.get(id));
      dirty.set(id);
    }
  }

  /**
   * Deletes those among some keys of which a row says that it is out of date; nothing of them is
   * remembered.
   *
   * @param from the number of the first key to look at
   * @param count how many numbers to look at
   * @return the number to go on from; 0 after the last
   */
  public int expire(int from, int count, Predicate<Row> outdated) {
    int end = Math.min(keys.end(), from + count);
    for (int id = from; id < end; id++) {
      Row row = keys.get(id);
      if (row != null && !deleted.contains(id) && outdated.test(row)) {
        change(id);
        deleted.pass(id);
      }
    }
    return end == keys.end() ? 0 : end;
  }

  /** Forgets deleted keys, as far as the table has nothing of them any more. */
  public void forget(Predicate<Row> marker) {
    int[] ids =
        deleted.remembered().filter(id -> isAtRest(id) && marker.test(keys.get(id))).toArray();
    Arrays.stream(ids).forEach(this::release);
  }

  private boolean isAtRest(int id) {
    return !dirty.get(id) && !sealed.get(id) && places.fileOf(id) == null;
  }

  private void release(int id) {
    deleted.clear(id);
    dirty.clear(id);
    tableRows.keep(id, null);
    keys.remove(id);
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
      if (keys.find(row) >= 0) {
        throw new DuplicateKeyException(row, file);
      }
      places.put(keys.add(row), place, Math.toIntExact(fileRows.position()));
    }
    place.extend(Math.toIntExact(fileRows.position() + 1));
  }

  /** Takes in what is remembered of a deleted key, after all of {@link #load}. */
  public void loadMarker(Row marker) {
    int id = keys.find(marker);
    if (id < 0) {
      deleted.remember(keys.add(markers.of(marker)));
    } else if (deleted.contains(id) && !isOlder(marker, id)) {
      keys.replace(id, markers.of(marker));
    }
  }

  /** Everything that changed since the last call, and what it supersedes. */
  public Upsert<F> seal(RewritePlan<F> plan) {
    if (!sealed.isEmpty()) {
      throw new IllegalStateException("an upsert is under way");
    }
    Sealing<F> sealing = new Sealing<>(keys, places, tableRows, replaced);
    for (int id = dirty.nextSetBit(0); id >= 0; id = dirty.nextSetBit(id + 1)) {
      seal(id, sealing);
    }
    sealed.or(dirty);
    dirty.clear();
    Upsert<F> upsert = sealing.upsert(plan, sealed);
    sealedDeleted = upsert.deleted().ids();
    return upsert;
  }

  private void seal(int id, Sealing<F> sealing) {
    if (!deleted.contains(id)) {
      if (isBack(id)) {
        keys.replace(id, tableRows.take(id));
        dirty.clear(id);
      } else {
        sealing.change(id);
      }
      return;
    }
    boolean inTable = sealing.delete(id);
    if (deleted.isRemembered(id)) {
      sealing.remember(id);
    } else if (!inTable) {
      // It came and went between two upserts, and nothing is to be known of it.
      release(id);
    }
  }

  /** Whether a key has come back to what the table holds of it. */
  private boolean isBack(int id) {
    Row before = tableRows.get(id);
    return before != null
        && places.fileOf(id) != null
        && !precedence.replaces(keys.get(id), before);
  }

  /** Notes that the sealed upsert, or a relocation while none is under way, is in the table. */
  public void committed(Placement<F> placement) {
    sealed.clear();
    for (int id : sealedDeleted) {
      places.clear(id);
    }
    places.move(placement);
    for (int id : sealedDeleted) {
      if (deleted.contains(id) && !deleted.isRemembered(id)) {
        release(id);
      }
    }
    sealedDeleted = new int[0];
  }

  /** Takes a sealed upsert back that won't be in the table: its rows are changes again. */
  public void unseal(Upsert<F> upsert) {
    dirty.or(sealed);
    sealed.clear();
    sealedDeleted = new int[0];
    if (replaced == ReplacedRows.KEEP) {
      // Whatever a later row replaced, the table holds what the upsert found.
      keepAll(upsert.changed().ids(), upsert.replaced());
      keepAll(upsert.deleted().ids(), upsert.deleted().rows());
    }
  }

  private void keepAll(int[] ids, List<Row> rows) {
    for (int i = 0; i < ids.length; i++) {
      tableRows.keep(ids[i], rows.get(i));
    }
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
    return keys.entries(
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
   * unless a row that isn't in it yet goes before.
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
    int id = keys.find(row);
    if (id < 0) {
      return keys.add(row);
    }
    if (places.fileOf(id) != null) {
      throw new DuplicateKeyException(row, file);
    }
    if (dirty.get(id) && goesBefore(id, row)) {
      tableRows.keep(id, row);
      return id;
    }
    dirty.clear(id);
    deleted.clear(id);
    tableRows.keep(id, null);
    keys.replace(id, row);
    return id;
  }

  private boolean goesBefore(int id, Row row) {
    return deleted.contains(id)
        ? precedence.compare(keys.get(id), row) >= 0
        : precedence.replaces(keys.get(id), row);
  }

  /** A change that came after the deletion inserts the key again. */
  private void deletedElsewhere(int id) {
    tableRows.keep(id, null);
    if (!dirty.get(id)) {
      keys.remove(id);
    }
  }
}
