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
    RESTART
  }

  private record Event(String key, long at, int value, Cut cut) {}

  @Provide
  Arbitrary<List<Event>> events() {
    Arbitrary<String> keys = Arbitraries.of("a", "b", "c", "d", "", "ä", "Aa", "BB");
    Arbitrary<Cut> cuts =
        Arbitraries.frequency(
            Tuple.of(6, Cut.NONE), Tuple.of(2, Cut.FLUSH), Tuple.of(1, Cut.RESTART));
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
    for (Event event : events) {
      expected.merge(
          event.key, row(event), (held, row) -> row.getLong(1) >= held.getLong(1) ? row : held);
    }
    Table table = new Table();
    LatestStore<String> store = table.load();

    // When
    List<Event> sinceFlush = new ArrayList<>();
    for (Event event : events) {
      store.fold(row(event));
      sinceFlush.add(event);
      if (event.cut == Cut.FLUSH) {
        table.flush(store);
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

  @Test
  void anUpsertNamesWhatItSupersedes() throws IOException {
    // Given
    LatestStore<String> store = store();
    store.load("f1", 3, source(row("a", 1, 1), row("b", 1, 1), row("c", 1, 1)));
    store.load("f2", 1, source(row("d", 1, 1)));
    store.fold(row("b", 2, 2));
    store.fold(row("x", 1, 1));
    store.fold(row("d", 0, 9));

    // When
    Upsert<String> upsert = store.seal();

    // Then
    assertThat(upsert.changed().rows()).containsExactlyInAnyOrder(row("b", 2, 2), row("x", 1, 1));
    assertThat(upsert.inserted()).isEqualTo(1);
    assertThat(upsert.updated()).isEqualTo(1);
    assertThat(upsert.superseded()).hasSize(1);
    assertThat(upsert.superseded().get(0).file()).isEqualTo("f1");
    assertThat(upsert.superseded().get(0).dead()).containsExactly(1);
    assertThat(upsert.superseded().get(0).live().rows())
        .containsExactly(row("a", 1, 1), row("c", 1, 1));
  }

  @Test
  void anIgnoredRowLeavesNoTrace() {
    // Given
    LatestStore<String> store = store();
    store.fold(row("a", 5, 1));
    store.seal();

    // When
    Fold fold = store.fold(row("a", 4, 2));

    // Then
    assertThat(fold).isEqualTo(Fold.IGNORED);
    assertThat(store.dirtyCount()).isZero();
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
    return new LatestStore<>(new int[] {0}, new int[] {1});
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

  /** Files of rows, changed by copy-on-write as silver is. */
  private static final class Table {
    private final Map<String, List<Row>> files = new HashMap<>();
    private int count;

    LatestStore<String> load() throws IOException {
      LatestStore<String> store = store();
      for (Map.Entry<String, List<Row>> file : files.entrySet()) {
        store.load(
            file.getKey(), file.getValue().size(), source(file.getValue().toArray(Row[]::new)));
      }
      return store;
    }

    void flush(LatestStore<String> store) {
      Upsert<String> upsert = store.seal();
      List<Row> rows = new ArrayList<>(upsert.changed().rows());
      List<Integer> ids = new ArrayList<>();
      for (int id : upsert.changed().ids()) {
        ids.add(id);
      }
      List<String> gone = new ArrayList<>();
      for (Upsert.SupersededFile<String> file : upsert.superseded()) {
        assertThat(file.live().rows()).isSubsetOf(files.get(file.file()));
        rows.addAll(file.live().rows());
        for (int id : file.live().ids()) {
          ids.add(id);
        }
        gone.add(file.file());
        files.remove(file.file());
      }
      String name = "f" + count++;
      files.put(name, rows);
      store.committed(gone, Map.of(name, ids.stream().mapToInt(Integer::intValue).toArray()));
    }

    Map<String, Row> rowsByKey() {
      Map<String, Row> byKey = new TreeMap<>();
      files.values().stream()
          .flatMap(List::stream)
          .forEach(row -> assertThat(byKey.put(row.getString(0), row)).isNull());
      return byKey;
    }
  }
}
