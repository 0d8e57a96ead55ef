package io.alluvium.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowSource;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
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
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

/** The store against a plain map, over a model of a table that only knows files of rows. */
class LatestStoreTest {
  private static final Schema SCHEMA =
      Schema.of(
          new Column("key", Type.STRING),
          new Column("at", Type.TIMESTAMP),
          new Column("value", Type.INT));

  /** What happens to a pipeline between two records. */
  private enum Cut {
    NONE,
    FLUSH,
    RESTART,
    COMPACTION
  }

  private record Event(String key, long at, int value, Cut cut) {}

  @Provide
  Arbitrary<List<Event>> events() {
    Arbitrary<String> keys = Arbitraries.of("a", "b", "c", "d", "", "ä", "Aa", "BB");
    Arbitrary<Cut> cuts =
        Arbitraries.frequency(
            Tuple.of(6, Cut.NONE),
            Tuple.of(3, Cut.FLUSH),
            Tuple.of(1, Cut.RESTART),
            Tuple.of(1, Cut.COMPACTION));
    return Combinators.combine(
            keys, Arbitraries.longs().between(0, 6), Arbitraries.integers(), cuts)
        .as(Event::new)
        .list()
        .ofMaxSize(80);
  }

  @Property
  void everyCutOfTheRecordsGivesTheSameTable(@ForAll("events") List<Event> events)
      throws IOException {
    // Given
    Map<String, Row> expected = new TreeMap<>();
    Table table = new Table();
    LatestStore<String> store = table.load();

    // When
    List<Event> sinceFlush = new ArrayList<>();
    for (Event event : events) {
      store.fold(row(event));
      expect(expected, row(event));
      sinceFlush.add(event);
      if (event.cut == Cut.FLUSH) {
        table.flush(store);
        sinceFlush.clear();
      } else if (event.cut == Cut.COMPACTION) {
        LatestStore<String> current = store;
        Row newer = row(event.key, event.at + 1, event.value);
        table.compact(
            current,
            () -> {
              current.fold(newer);
              table.flush(current);
            });
        expect(expected, newer);
        sinceFlush.clear();
      } else if (event.cut == Cut.RESTART) {
        store = table.load();
        sinceFlush.forEach(replayInto(store));
      }
    }
    table.flush(store);

    // Then
    assertThat(table.rowsByKey()).isEqualTo(expected);
  }

  private static void expect(Map<String, Row> expected, Row row) {
    expected.merge(
        row.getString(0), row, (held, other) -> other.getLong(1) >= held.getLong(1) ? other : held);
  }

  @Test
  void anUpsertNamesWhatItSupersedes() throws IOException {
    // Given
    LatestStore<String> store = store();
    store.load("f1", 3, source(row("a", 1, 1), row("b", 1, 1), row("c", 1, 1)));
    store.load("f2", 1, source(row("d", 1, 1)));
    store.load("f3", 2, source(row("e", 1, 1), row("f", 1, 1)));
    for (String key : List.of("b", "x", "d", "f")) {
      store.fold(row(key, 2, 2));
    }

    // When
    Upsert<String> upsert = store.seal(files -> List.of("f3"));

    // Then
    assertThat(upsert.changed().rows())
        .containsExactlyInAnyOrder(row("b", 2, 2), row("x", 2, 2), row("d", 2, 2), row("f", 2, 2));
    assertThat(upsert.inserted()).isEqualTo(1);
    assertThat(upsert.updated()).isEqualTo(3);
    assertThat(upsert.marked())
        .containsExactly(new Upsert.Marked<>("f1", 3, RoaringBitmap.bitmapOf(1)));
    assertThat(upsert.rewritten()).extracting(Upsert.Rewritten::file).containsExactly("f2", "f3");
    assertThat(upsert.rewritten().get(0).live().rows()).isEmpty();
    assertThat(upsert.rewritten().get(1).live().rows()).containsExactly(row("e", 1, 1));
  }

  @Test
  void nothingIsRewrittenWhereNothingChanged() throws IOException {
    // Given
    LatestStore<String> store = store();
    store.load("f1", 1, source(row("a", 2, 2)));
    store.fold(row("a", 1, 1));

    // When
    Upsert<String> upsert = store.seal(files -> List.of("f1"));

    // Then
    assertThat(upsert.isEmpty()).isTrue();
  }

  @Test
  void anUpsertTellsWhatTheTableHasOfItsRows() throws IOException {
    // Given
    LatestStore<String> store =
        new LatestStore<>(new int[] {0}, Precedence.newest(new int[] {1}), ReplacedRows.KEEP);
    store.load("f1", 1, source(row("a", 1, 1)));
    store.fold(row("a", 2, 2));
    store.fold(row("a", 3, 3));
    store.fold(row("b", 1, 1));
    store.fold(row("b", 2, 2));

    // When
    Upsert<String> upsert = store.seal(files -> List.of());

    // Then
    assertThat(upsert.changed().rows()).containsExactly(row("a", 3, 3), row("b", 2, 2));
    assertThat(upsert.replaced()).containsExactly(row("a", 1, 1), null);
  }

  @Test
  void whatIsTakenBackIsSealedAgainWithWhatCameSince() throws IOException {
    // Given
    LatestStore<String> store =
        new LatestStore<>(new int[] {0}, Precedence.newest(new int[] {1}), ReplacedRows.KEEP);
    store.load("f1", 2, source(row("a", 1, 1), row("b", 1, 1)));
    store.fold(row("a", 2, 2));
    Upsert<String> rejected = store.seal(files -> List.of());
    store.fold(row("a", 3, 3));
    store.fold(row("b", 2, 2));

    // When
    store.unseal(rejected);
    Upsert<String> upsert = store.seal(files -> List.of());

    // Then
    assertThat(upsert.changed().rows()).containsExactly(row("a", 3, 3), row("b", 2, 2));
    assertThat(upsert.replaced()).containsExactly(row("a", 1, 1), row("b", 1, 1));
  }

  @Test
  void othersChangesAreFollowedAndNewerRowsKept() throws IOException {
    // Given: another program updated a, deleted b and c, inserted d, and rewrote all of it
    LatestStore<String> store = store();
    store.load("f1", 4, source(row("a", 1, 1), row("b", 1, 1), row("c", 1, 1), row("z", 1, 1)));
    store.fold(row("c", 2, 2));
    store.fold(row("z", 5, 5));

    // When
    store.follow(
        List.of("f1"),
        List.of(
            new FreshFile<>(
                "g1",
                4,
                List.of(row("a", 7, 7), row("d", 1, 1), row("z", 4, 4)),
                new int[] {0, 2, 3})));
    Upsert<String> upsert = store.seal(files -> List.of());

    // Then
    assertThat(store.size()).isEqualTo(4);
    assertThat(store.find(row("a", 0, 0))).isEqualTo(row("a", 7, 7));
    assertThat(store.find(row("b", 0, 0))).isNull();
    assertThat(store.find(row("d", 0, 0))).isEqualTo(row("d", 1, 1));
    assertThat(upsert.changed().rows()).containsExactlyInAnyOrder(row("c", 2, 2), row("z", 5, 5));
    assertThat(upsert.inserted()).isEqualTo(1);
    assertThat(upsert.marked())
        .containsExactly(new Upsert.Marked<>("g1", 4, RoaringBitmap.bitmapOf(1, 3)));
  }

  @Test
  void aSecondRowOfAKeyByOthersIsRefused() throws IOException {
    // Given
    LatestStore<String> store = store();
    store.load("f1", 1, source(row("a", 1, 1)));
    List<FreshFile<String>> fresh =
        List.of(new FreshFile<>("g1", 1, List.of(row("a", 2, 2)), new int[] {0}));

    // When
    var follow = assertThatThrownBy(() -> store.follow(List.of(), fresh));

    // Then
    follow.isInstanceOf(DuplicateKeyException.class);
  }

  @Test
  void anIgnoredRowLeavesNoTrace() {
    // Given
    LatestStore<String> store = store();
    store.fold(row("a", 5, 1));
    store.seal(files -> List.of());

    // When
    Fold fold = store.fold(row("a", 4, 2));

    // Then
    assertThat(fold).isEqualTo(Fold.IGNORED);
    assertThat(store.hasChanges()).isFalse();
    assertThat(store.find(row("a", 0, 0))).isEqualTo(row("a", 5, 1));
  }

  @Test
  void theLaterRowWinsAFullTie() {
    // Given
    LatestStore<String> store = store();
    store.fold(row("a", 5, 1));

    // When
    Fold fold = store.fold(row("a", 5, 2));

    // Then
    assertThat(fold).isEqualTo(Fold.UPDATED);
    assertThat(store.find(row("a", 0, 0))).isEqualTo(row("a", 5, 2));
  }

  @Test
  void aTableWithTwoRowsOfAKeyIsRefused() {
    // Given
    LatestStore<String> store = store();

    // When
    var load = assertThatThrownBy(() -> store.load("f", 2, source(row("a", 1, 1), row("a", 2, 2))));

    // Then
    load.isInstanceOf(DuplicateKeyException.class);
  }

  @Test
  void aMillionKeysAreFoundAgain() {
    // Given
    LatestStore<String> store = store();
    int keys = 1_000_000;

    // When
    for (int i = 0; i < keys; i++) {
      store.fold(row("key-" + i, i, i));
    }

    // Then
    assertThat(store.size()).isEqualTo(keys);
    for (int i = 0; i < keys; i += 997) {
      assertThat(store.find(row("key-" + i, 0, 0)).getInt(2)).isEqualTo(i);
    }
  }

  private static Consumer<Event> replayInto(LatestStore<String> store) {
    return event -> store.fold(row(event));
  }

  private static LatestStore<String> store() {
    return new LatestStore<>(new int[] {0}, Precedence.newest(new int[] {1}), ReplacedRows.FORGET);
  }

  private static Row row(Event event) {
    return row(event.key, event.at, event.value);
  }

  private static Row row(String key, long at, int value) {
    return new RowBuilder(SCHEMA).setString(0, key).setLong(1, at).setInt(2, value).build();
  }

  private static RowSource source(Row... rows) {
    return new RowSource() {
      private int next;

      @Override
      public Row next() {
        return next < rows.length ? rows[next++] : null;
      }

      @Override
      public long position() {
        return next - 1L;
      }
    };
  }

  /** Files of rows and the positions that are marked in them, as silver's. */
  private static final class Table {
    private final Map<String, List<Row>> files = new HashMap<>();
    private final Map<String, RoaringBitmap> vectors = new HashMap<>();
    private int count;

    LatestStore<String> load() throws IOException {
      LatestStore<String> store = store();
      for (String file : files.keySet()) {
        store.load(file, files.get(file).size(), live(file));
      }
      return store;
    }

    /** Every third file that is touched is rewritten, the others are marked. */
    void flush(LatestStore<String> store) {
      Upsert<String> upsert = store.seal(Table::someTouched);
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

    private RowSource live(String file) {
      List<Row> rows = files.get(file);
      RoaringBitmap dead = vectors.getOrDefault(file, new RoaringBitmap());
      return new RowSource() {
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

    Map<String, Row> rowsByKey() throws IOException {
      Map<String, Row> byKey = new TreeMap<>();
      for (String file : files.keySet()) {
        RowSource rows = live(file);
        for (Row row = rows.next(); row != null; row = rows.next()) {
          assertThat(byKey.put(row.getString(0), row)).isNull();
        }
      }
      return byKey;
    }
  }
}
