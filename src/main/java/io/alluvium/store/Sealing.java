package io.alluvium.store;

import io.alluvium.row.Row;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.roaringbitmap.RoaringBitmap;

/** Makes an upsert, key by key. For one use. */
final class Sealing<F> {
  private final KeyedRows keys;
  private final RowPlaces<F> places;
  private final TableRows tableRows;
  private final ReplacedRows wanted;

  private final IntStream.Builder changed = IntStream.builder();
  private final List<Row> replaced = new ArrayList<>();
  private final IntStream.Builder deleted = IntStream.builder();
  private final List<Row> deletedKeys = new ArrayList<>();
  private final List<Row> deletedRows = new ArrayList<>();
  private final List<Row> markers = new ArrayList<>();
  private final Map<FileRows<F>, RoaringBitmap> dead = new HashMap<>();
  private int inserted;

  /**
   * @param wanted whether the upsert shall tell the table's rows
   */
  Sealing(KeyedRows keys, RowPlaces<F> places, TableRows tableRows, ReplacedRows wanted) {
    this.keys = keys;
    this.places = places;
    this.tableRows = tableRows;
    this.wanted = wanted;
  }

  /** A key with another row than the table's. */
  void change(int id) {
    Row before = tableRows.take(id);
    boolean isNew = !supersede(id);
    changed.add(id);
    inserted += isNew ? 1 : 0;
    if (wanted == ReplacedRows.KEEP) {
      replaced.add(isNew ? null : before);
    }
  }

  /** A deleted key. Returns whether the table has a row of it. */
  boolean delete(int id) {
    Row before = tableRows.take(id);
    boolean wasThere = supersede(id);
    if (wasThere) {
      deleted.add(id);
      deletedKeys.add(keys.get(id));
      if (wanted == ReplacedRows.KEEP) {
        deletedRows.add(before);
      }
    }
    return wasThere;
  }

  /** A deleted key whose row says what is to be remembered. */
  void remember(int id) {
    markers.add(keys.get(id));
  }

  private boolean supersede(int id) {
    FileRows<F> place = places.fileOf(id);
    if (place != null) {
      dead.computeIfAbsent(place, file -> file.dead().clone()).add(places.positionOf(id));
    }
    return place != null;
  }

  /**
   * The upsert of all keys that were told.
   *
   * @param superseded keys whose rows in the table don't count, all of these keys among them
   */
  Upsert<F> upsert(RewritePlan<F> plan, BitSet superseded) {
    int[] ids = changed.build().toArray();
    int[] goneIds = deleted.build().toArray();
    List<Upsert.Marked<F>> marked = new ArrayList<>();
    List<Upsert.Rewritten<F>> rewritten = new ArrayList<>();
    // Where nothing changed nothing is rewritten either: a version must not seem to change rows.
    if (ids.length + goneIds.length > 0) {
      split(plan, superseded, marked, rewritten);
    }
    return new Upsert<>(
        keys.entries(ids),
        replaced,
        inserted,
        new Upsert.Deleted(goneIds, deletedKeys, deletedRows),
        markers,
        marked,
        rewritten);
  }

  private void split(
      RewritePlan<F> plan,
      BitSet superseded,
      List<Upsert.Marked<F>> marked,
      List<Upsert.Rewritten<F>> rewritten) {
    List<FileState<F>> states = places.states(dead);
    Set<F> chosen = new LinkedHashSet<>(plan.choose(states));
    for (FileState<F> state : states) {
      F file = state.file();
      if (chosen.contains(file) || state.superseded() > 0 && state.live() == 0) {
        int[] live = places.live(file, superseded);
        rewritten.add(new Upsert.Rewritten<>(file, keys.entries(live)));
      } else if (state.superseded() > 0) {
        marked.add(new Upsert.Marked<>(file, state.rows(), dead.get(places.get(file))));
      }
    }
  }
}
