package io.alluvium.delta.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.error.UserException;
import io.alluvium.row.Column;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A configuration has more columns than the table that it finds. */
class AddedColumnsTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void columnsAreAddedWhenATableIsOpened(Engine engine) throws IOException {
    // Given
    TableLog before = engine.open(Changes.spec(directory));
    before.commit(Changes.append(Changes.file(), Changes.txn("a", TxnAdvance.NONE, 10)));

    // When
    TableLog table = engine.open(more(directory));

    // Then
    TableSnapshot snapshot = table.snapshot();
    assertThat(snapshot.version()).isEqualTo(2);
    assertThat(snapshot.schema())
        .isEqualTo(
            Schema.of(
                new Column("id", Type.STRING),
                new Column("seen", Type.TIMESTAMP),
                new Column("line", Type.STRING),
                new Column("first", Type.LONG),
                new Column("last", Type.decimal(10, 2))));
    assertThat(snapshot.files()).hasSize(1);
    assertThat(snapshot.txn("a")).isEqualTo(OptionalLong.of(10));
    assertThat(table.commit(Changes.append(Changes.file(), Changes.txn("a", 10, 20))))
        .isEqualTo(new CommitOutcome.Committed(3));
    assertThat(engine.open(more(directory)).snapshot().version()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void ofManyAtOnceOneAddsThem(Engine engine) throws Exception {
    // Given
    engine.open(Changes.spec(directory));
    int instances = 4;
    CyclicBarrier together = new CyclicBarrier(instances);
    Callable<TableLog> opening =
        () -> {
          together.await();
          return engine.open(more(directory));
        };

    // When
    List<TableLog> tables = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(instances);
    try {
      for (Future<TableLog> opened :
          threads.invokeAll(Stream.generate(() -> opening).limit(instances).toList())) {
        tables.add(opened.get());
      }
    } finally {
      threads.shutdownNow();
    }

    // Then
    assertThat(commits().filter(commit -> commit.contains("ADD COLUMNS"))).hasSize(1);
    for (int i = 0; i < instances; i++) {
      tables
          .get(i)
          .commit(Changes.append(Changes.file(), Changes.txn("a" + i, TxnAdvance.NONE, 1)));
    }
    assertThat(tables.get(0).snapshot().files()).hasSize(instances);
  }

  @Test
  void whoAppendsWithoutThemGoesOn() throws IOException {
    // Given
    TableLog old = Engine.STANDALONE.open(Changes.spec(directory));
    old.commit(Changes.append(Changes.file(), Changes.txn("a", TxnAdvance.NONE, 10)));
    TableLog recent = Engine.STANDALONE.open(more(directory));

    // When
    CommitOutcome outcome = old.commit(Changes.append(Changes.file(), Changes.txn("a", 10, 20)));

    // Then
    assertThat(outcome).isEqualTo(new CommitOutcome.Committed(3));
    assertThat(recent.snapshot().schema().size()).isEqualTo(5);
    assertThat(recent.snapshot().txn("a")).isEqualTo(OptionalLong.of(20));
    assertThat(Engine.STANDALONE.open(Changes.spec(directory)).snapshot().schema().size())
        .isEqualTo(5);
  }

  @Test
  void whoRewritesWithoutThemIsStoppedBeforeItLosesAny() throws IOException {
    // Given
    TableLog old = Engine.KERNEL.open(Changes.spec(directory));
    old.commit(Changes.append(Changes.file(), Changes.txn("a", TxnAdvance.NONE, 10)));
    TableLog recent = Engine.KERNEL.open(more(directory));
    TableChange change = Changes.append(Changes.file(), Changes.txn("a", 10, 20));

    // When
    // Then
    assertThatThrownBy(() -> old.commit(change))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("was changed while it was in use")
        .hasMessageContaining("since version 2 the table has column first (long)")
        .hasMessageContaining("start again with a configuration that fits the table");
    assertThat(recent.snapshot().version()).isEqualTo(2);
    assertThat(recent.commit(change)).isEqualTo(new CommitOutcome.Committed(3));
  }

  /** With a column before all others, and one among them. */
  private static TableSpec more(Path path) {
    List<Column> columns = new ArrayList<>(Changes.SCHEMA.columns());
    columns.add(0, new Column("first", Type.LONG));
    columns.add(2, new Column("last", Type.decimal(10, 2)));
    return new TableSpec(
        "test.table", path.toString(), new Schema(columns), List.of("line"), Map.of());
  }

  private Stream<String> commits() throws IOException {
    List<Path> files;
    try (Stream<Path> log = Files.list(directory.resolve("_delta_log"))) {
      files = log.filter(file -> file.toString().endsWith(".json")).toList();
    }
    return files.stream()
        .map(
            file -> {
              try {
                return Files.readString(file);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }
}
