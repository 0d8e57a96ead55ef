package io.alluvium.store;

import static io.alluvium.store.SampleRows.row;
import static io.alluvium.store.SampleRows.source;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.row.Row;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.roaringbitmap.RoaringBitmap;

/** What single records, upserts and changes by others do to the store. */
class LatestStoreTest {
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

  private static LatestStore<String> store() {
    return new LatestStore<>(new int[] {0}, Precedence.newest(new int[] {1}), ReplacedRows.FORGET);
  }
}
