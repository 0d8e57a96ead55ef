package io.alluvium.store;

import io.alluvium.row.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.roaringbitmap.RoaringBitmap;

/** Gathers what an upsert is made of, key by key. For one use. */
final class Sealing<F> {
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
  Sealing(RowPlaces<F> places, TableRows tableRows, ReplacedRows wanted) {
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

  /**
   * A deleted key. Returns whether the table has a row of it.
   *
   * @param key a row of this key
   */
  boolean delete(int id, Row key) {
    Row before = tableRows.take(id);
    boolean wasThere = supersede(id);
    if (wasThere) {
      deleted.add(id);
      deletedKeys.add(key);
      if (wanted == ReplacedRows.KEEP) {
        deletedRows.add(before);
      }
    }
    return wasThere;
  }

  void remember(Row marker) {
    markers.add(marker);
  }

  private boolean supersede(int id) {
    FileRows<F> place = places.fileOf(id);
    if (place != null) {
      dead.computeIfAbsent(place, file -> file.dead().clone()).add(places.positionOf(id));
    }
    return place != null;
  }

  int[] changed() {
    return changed.build().toArray();
  }

  List<Row> replaced() {
    return replaced;
  }

  Upsert.Deleted deleted() {
    return new Upsert.Deleted(deleted.build().toArray(), deletedKeys, deletedRows);
  }

  List<Row> markers() {
    return markers;
  }

  /** For each file with rows that no longer count, all those of its positions. */
  Map<FileRows<F>, RoaringBitmap> dead() {
    return dead;
  }

  int inserted() {
    return inserted;
  }
}
