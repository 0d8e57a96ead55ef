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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
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
      return LatestStoreTest.row(key, at, value);
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

  @Test
  void aDeletedKeyIsForgottenOnceNothingOfItIsOnTheWay() throws IOException {
    // Given
    LatestStore<String> store = store();
    store.load("f1", 2, source(row("a", 1, 1), row("b", 1, 1)));
    store.delete(row("a", 2, 0));
    Upsert<String> upsert = store.seal(files -> List.of());

    // When
    store.forget(marker -> true);
    Fold beforeCommit = store.fold(row("a", 1, 3));
    store.committed(new Placement<>(List.of(), Map.of(), Map.of()));
    store.forget(marker -> true);
    Fold afterCommit = store.fold(row("a", 1, 3));

    // Then
    assertThat(upsert.deleted().ids()).hasSize(1);
    assertThat(upsert.markers()).extracting(row -> row.getLong(1)).containsExactly(2L);
    assertThat(beforeCommit).isEqualTo(Fold.IGNORED);
    assertThat(afterCommit).isEqualTo(Fold.INSERTED);
  }

  @Test
  void expiredRowsGoAndNothingIsRememberedOfThem() throws IOException {
    // Given
    LatestStore<String> store = store();
    store.load("f1", 3, source(row("a", 1, 1), row("b", 5, 1), row("c", 2, 1)));
    store.fold(row("d", 1, 1));

    // When
    int next = store.expire(0, 2, row -> row.getLong(1) < 3);
    int end = store.expire(next, 100, row -> row.getLong(1) < 3);
    Upsert<String> upsert = store.seal(files -> List.of());
    store.committed(new Placement<>(List.of(), Map.of(), Map.of()));

    // Then
    assertThat(next).isEqualTo(2);
    assertThat(end).isZero();
    assertThat(upsert.changed().rows()).isEmpty();
    assertThat(upsert.markers()).isEmpty();
    assertThat(upsert.marked())
        .containsExactly(new Upsert.Marked<>("f1", 3, RoaringBitmap.bitmapOf(0, 2)));
    assertThat(store.size()).isEqualTo(1);
    assertThat(store.fold(row("a", 0, 9))).isEqualTo(Fold.INSERTED);
  }

  @ParameterizedTest
  @EnumSource(ReplacedRows.class)
  void aKeyThatComesBackToWhatTheTableHasIsNoChange(ReplacedRows replaced) throws IOException {
    // Given
    LatestStore<String> store =
        new LatestStore<>(new int[] {0}, Precedence.changed(new int[0], new int[] {2}), replaced);
    store.load("f1", 2, source(row("a", 1, 1), row("b", 1, 1)));
    store.fold(row("a", 2, 5));
    store.fold(row("b", 2, 5));
    store.fold(row("a", 3, 1));

    // When
    Upsert<String> upsert = store.seal(files -> List.of());

    // Then
    assertThat(upsert.changed().rows()).containsExactly(row("b", 2, 5));
    assertThat(upsert.replaced()).hasSize(replaced == ReplacedRows.KEEP ? 1 : 0);
    assertThat(store.find(row("a", 0, 0))).isEqualTo(row("a", 1, 1));
  }

  @ParameterizedTest
  @CsvSource({"NEWEST,3 1", "CHANGED,2 2", "FIRST,1 1"})
  void theRuleSaysWhichRowStays(String rule, String expected) {
    // Given
    Precedence precedence =
        switch (rule) {
          case "NEWEST" -> Precedence.newest(new int[0]);
          case "CHANGED" -> Precedence.changed(new int[0], new int[] {2});
          default -> Precedence.first();
        };
    LatestStore<String> store = new LatestStore<>(new int[] {0}, precedence, ReplacedRows.FORGET);

    // When
    store.fold(row("a", 1, 1));
    store.fold(row("a", 2, 2));
    store.fold(row("a", 3, rule.equals("CHANGED") ? 2 : 1));

    // Then
    Row held = store.find(row("a", 0, 0));
    assertThat(held.getLong(1) + " " + held.getInt(2)).isEqualTo(expected);
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

  private static Consumer<Event> replayed(LatestStore<String> store) {
    return event -> event.applyTo(store);
  }

  private static LatestStore<String> store() {
    return new LatestStore<>(new int[] {0}, Precedence.newest(new int[] {1}), ReplacedRows.FORGET);
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
