package io.alluvium.delta.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same changes give the same table through either engine, and each can read the other's. */
class EngineDifferentialTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void bothEnginesTellTheSame(long seed) throws IOException {
    // Given
    Path standalone = directory.resolve("standalone");
    Path kernel = directory.resolve("kernel");
    TableLog one = Engine.STANDALONE.open(Changes.spec(standalone));
    TableLog other = Engine.KERNEL.open(Changes.spec(kernel));
    Random random = new Random(seed);

    // When
    for (TableChange change : changes(random)) {
      CommitOutcome outcome = one.commit(change);
      assertThat(other.commit(change)).isEqualTo(outcome);
      assertSame(one.snapshot(), other.snapshot());
    }

    // Then
    TableSnapshot expected = one.snapshot();
    for (Path table : List.of(standalone, kernel)) {
      for (Engine engine : Engine.values()) {
        assertSame(engine.open(Changes.spec(table)).snapshot(), expected);
      }
    }
  }

  /** Adds, removes, positions that fit and that don't, changes that come twice. */
  private static List<TableChange> changes(Random random) {
    List<TableChange> changes = new ArrayList<>();
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      List<DataFile> adds = new ArrayList<>();
      for (int j = random.nextInt(3); j > 0; j--) {
        String owner = random.nextBoolean() ? random.nextInt(3) + "/3" : null;
        adds.add(Changes.file(i + "-" + j, random.nextBoolean() ? "x" : null, owner));
      }
      List<DataFile> removes = new ArrayList<>();
      if (!files.isEmpty() && random.nextInt(3) == 0) {
        removes.add(files.get(random.nextInt(files.size())));
      }
      long expected = random.nextInt(3) == 0 ? i : -1;
      changes.add(
          Changes.change(
              adds,
              removes,
              random.nextInt(3) == 0 ? random.nextInt(i + 1) : TableChange.APPEND,
              Changes.txn("app" + random.nextInt(4), expected, i + 1)));
      files.addAll(adds);
      if (random.nextInt(5) == 0) {
        changes.add(changes.get(random.nextInt(changes.size())));
      }
    }
    return changes;
  }

  private static void assertSame(TableSnapshot one, TableSnapshot other) throws IOException {
    assertThat(one.version()).isEqualTo(other.version());
    assertThat(one.txns()).isEqualTo(other.txns());
    assertThat(one.schema()).isEqualTo(other.schema());
    assertThat(one.partitionColumns()).isEqualTo(other.partitionColumns());
    assertThat(one.files()).containsExactlyInAnyOrderElementsOf(other.files());
  }
}
