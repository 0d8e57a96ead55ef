package io.alluvium.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.row.Row;
import io.alluvium.row.RowSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.roaringbitmap.RoaringBitmap;

/** The store against a plain map, over a model of a table that only knows files of rows. */
class StoreCutsTest {
  /** What happens to a pipeline between two records. */
  private enum Cut {
    NONE,
    FLUSH,
    /** A flush that is committed only after the next record. */
    SLOW_FLUSH,
    /** A flush that the table doesn't take. */
    REJECTED_FLUSH,
    RESTART,
    COMPACTION
  }

  private enum Kind {
    ROW,
    DELETE,
    /** It has no sequence of its own. */
    TOMBSTONE
  }

  private record Event(Kind kind, String key, long at, int value, Cut cut) {
    Fold applyTo(LatestStore<String> store) {
      return switch (kind) {
        case ROW -> store.fold(row());
        case DELETE -> store.delete(row());
        case TOMBSTONE -> store.deleteWhatever(row());
      };
    }

    Row row() {
      return SampleRows.row(key, at, value);
    }
  }

  @Provide
  Arbitrary<List<Event>> events() {
    Arbitrary<String> keys = Arbitraries.of("a", "b", "c", "d", "", "ä", "Aa", "BB");
    Arbitrary<Kind> kinds =
        Arbitraries.frequency(
            Tuple.of(6, Kind.ROW), Tuple.of(2, Kind.DELETE), Tuple.of(1, Kind.TOMBSTONE));
    Arbitrary<Cut> cuts =
        Arbitraries.frequency(
            Tuple.of(8, Cut.NONE),
            Tuple.of(3, Cut.FLUSH),
            Tuple.of(2, Cut.SLOW_FLUSH),
            Tuple.of(1, Cut.REJECTED_FLUSH),
            Tuple.of(1, Cut.RESTART),
            Tuple.of(1, Cut.COMPACTION));
    return Combinators.combine(
            kinds, keys, Arbitraries.longs().between(0, 6), Arbitraries.integers(), cuts)
        .as(Event::new)
        .list()
        .ofMaxSize(80);
  }

  @Property
  void everyCutOfTheRecordsGivesTheSameTable(@ForAll("events") List<Event> events)
      throws IOException {
    // Given
    Expected expected = new Expected();
    Table table = new Table();
    LatestStore<String> store = table.load();

    // When
    List<Event> sinceFlush = new ArrayList<>();
    Upsert<String> underWay = null;
    for (Event event : events) {
      event.applyTo(store);
      expected.take(event);
      sinceFlush.add(event);
      if (underWay != null) {
        table.commit(store, underWay);
        underWay = null;
        sinceFlush.retainAll(List.of(event));
      }
      LatestStore<String> current = store;
      switch (event.cut) {
        case NONE -> {}
        case FLUSH -> {
          table.flush(store);
          sinceFlush.clear();
        }
        case SLOW_FLUSH -> underWay = table.seal(store);
        case REJECTED_FLUSH -> store.unseal(table.seal(store));
        case RESTART -> {
          store = table.load();
          sinceFlush.forEach(replayed(store));
        }
        case COMPACTION -> {
          Event newer =
              new Event(Kind.values()[event.value & 1], event.key, event.at + 1, 7, Cut.NONE);
          table.compact(
              current,
              () -> {
                newer.applyTo(current);
                table.flush(current);
              });
          expected.take(newer);
          sinceFlush.clear();
        }
      }
    }
    if (underWay != null) {
      table.commit(store, underWay);
    }
    table.flush(store);

    // Then
    assertThat(table.rowsByKey()).isEqualTo(expected.rows);
    assertThat(store.size()).isEqualTo(expected.rows.size());
  }

  /** What is to come out, without files, flushes and positions. */
  private static final class Expected {
    private final Map<String, Row> rows = new TreeMap<>();
    private final Map<String, Long> sequences = new HashMap<>();

    void take(Event event) {
      if (event.kind == Kind.TOMBSTONE) {
        rows.remove(event.key);
      } else if (event.at >= sequences.getOrDefault(event.key, Long.MIN_VALUE)) {
        sequences.put(event.key, event.at);
        if (event.kind == Kind.DELETE) {
          rows.remove(event.key);
        } else {
          rows.put(event.key, event.row());
        }
      }
    }
  }

  private static Consumer<Event> replayed(LatestStore<String> store) {
    return event -> event.applyTo(store);
  }

  /** Rows that are there. */
  private interface Rows extends RowSource {
    @Override
    Row next();
  }

  /** Files of rows and the positions that are marked in them, as silver's. */
  private static final class Table {
    private final Map<String, List<Row>> files = new HashMap<>();
    private final Map<String, RoaringBitmap> vectors = new HashMap<>();
    private final List<Row> markers = new ArrayList<>();
    private int count;

    LatestStore<String> load() throws IOException {
      LatestStore<String> store =
          new LatestStore<>(new int[] {0}, Precedence.newest(new int[] {1}), ReplacedRows.KEEP);
      for (String file : files.keySet()) {
        store.load(file, files.get(file).size(), live(file));
      }
      markers.forEach(store::loadMarker);
      return store;
    }

    /** Every third file that is touched is rewritten, the others are marked. */
    void flush(LatestStore<String> store) {
      commit(store, seal(store));
    }

    /** Also keeps the markers, which come before the rows do. */
    Upsert<String> seal(LatestStore<String> store) {
      Upsert<String> upsert = store.seal(Table::someTouched);
      Map<String, Row> before = rowsByKey();
      for (int i = 0; i < upsert.replaced().size(); i++) {
        String key = upsert.changed().rows().get(i).getString(0);
        assertThat(upsert.replaced().get(i)).isEqualTo(before.get(key));
      }
      assertThat(upsert.deleted().rows()).hasSize(upsert.deleted().ids().length);
      assertThat(before.values()).containsAll(upsert.deleted().rows());
      markers.addAll(upsert.markers());
      return upsert;
    }

    void commit(LatestStore<String> store, Upsert<String> upsert) {
      List<Row> rows = new ArrayList<>(upsert.changed().rows());
      List<Integer> ids = new ArrayList<>();
      Arrays.stream(upsert.changed().ids()).forEach(ids::add);
      List<String> gone = new ArrayList<>();
      for (Upsert.Rewritten<String> file : upsert.rewritten()) {
        assertThat(file.live().rows()).isSubsetOf(files.get(file.file()));
        rows.addAll(file.live().rows());
        Arrays.stream(file.live().ids()).forEach(ids::add);
        gone.add(file.file());
        files.remove(file.file());
        vectors.remove(file.file());
      }
      upsert.marked().forEach(file -> vectors.put(file.file(), file.dead()));
      store.committed(new Placement<>(gone, Map.of(), Map.of(put(rows), toArray(ids))));
    }

    private static List<String> someTouched(List<FileState<String>> states) {
      return states.stream()
          .filter(state -> state.superseded() > 0 && state.file().hashCode() % 3 == 0)
          .map(FileState::file)
          .toList();
    }

    /** Puts all files into one, but what a flush that comes between supersedes isn't copied. */
    void compact(LatestStore<String> store, Runnable meanwhile) {
      flush(store);
      List<String> sources = List.copyOf(files.keySet());
      Upsert.Entries copied = store.copy(sources);
      meanwhile.run();
      List<String> left = sources.stream().filter(files::containsKey).toList();
      int[] ids = store.stillIn(left, copied.ids());
      left.forEach(files::remove);
      left.forEach(vectors::remove);
      String file = put(copied.rows());
      RoaringBitmap dead = new RoaringBitmap();
      for (int i = 0; i < ids.length; i++) {
        if (ids[i] == LatestStore.NO_KEY) {
          dead.add(i);
        }
      }
      vectors.put(file, dead);
      store.committed(new Placement<>(left, Map.of(), Map.of(file, ids)));
    }

    private String put(List<Row> rows) {
      String name = "f" + count++;
      files.put(name, rows);
      return name;
    }

    private static int[] toArray(List<Integer> ids) {
      return ids.stream().mapToInt(Integer::intValue).toArray();
    }

    private Rows live(String file) {
      List<Row> rows = files.get(file);
      RoaringBitmap dead = vectors.getOrDefault(file, new RoaringBitmap());
      return new Rows() {
        private int next;

        @Override
        public Row next() {
          while (next < rows.size()) {
            if (!dead.contains(next++)) {
              return rows.get(next - 1);
            }
          }
          return null;
        }

        @Override
        public long position() {
          return next - 1L;
        }
      };
    }

    Map<String, Row> rowsByKey() {
      Map<String, Row> byKey = new TreeMap<>();
      for (String file : files.keySet()) {
        Rows rows = live(file);
        for (Row row = rows.next(); row != null; row = rows.next()) {
          assertThat(byKey.put(row.getString(0), row)).isNull();
        }
      }
      return byKey;
    }
  }
}
