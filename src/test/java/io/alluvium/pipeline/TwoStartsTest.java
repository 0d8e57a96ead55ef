package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.error.UserException;
import io.alluvium.inspect.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances that begin the same empty tables, one between two looks of the other. */
class TwoStartsTest {
  private static final SourceAccess SOURCE = new FixedSource(3, 8);

  @TempDir private Path directory;
  private Tables tables;
  private int looks;

  @BeforeEach
  void openTables() throws IOException {
    tables = Tables.create(directory);
  }

  private LeaseOffice office(TableLog silver) {
    return new LeaseOffice(tables.config(), 1, tables.bronze(), silver);
  }

  /** What the table was, before the other instance begins. */
  private TableSnapshot overtaken(TableLog table) throws IOException {
    TableSnapshot seen = table.snapshot();
    if (++looks == 1) {
      try {
        office(tables.silver()).open(0, SOURCE);
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
    return seen;
  }

  @Test
  void aSilverThatAnotherBeginsMeanwhileIsThere() {
    // Given
    SilverPresence presence =
        new SilverPresence(
            tables.appIds(),
            () -> Optional.of(overtaken(tables.bronze())),
            () -> Optional.of(overtaken(tables.silver())));

    // When
    assertThatCode(() -> presence.require("silver"))
        // Then
        .doesNotThrowAnyException();
  }

  @Test
  void aPartitionThatAnotherBeginsMeanwhileIsResumed() throws Exception {
    // Given
    TableLog silver =
        new TableLog() {
          @Override
          public String path() {
            return tables.silver().path();
          }

          @Override
          public TableSnapshot snapshot() throws IOException {
            return overtaken(tables.silver());
          }

          @Override
          public CommitOutcome commit(TableChange change) throws IOException {
            return tables.silver().commit(change);
          }
        };

    // When
    Lease lease = office(silver).open(0, SOURCE);

    // Then
    assertThat(lease.durable()).isEqualTo(3);
    assertThat(tables.silver().snapshot().txn(tables.appIds().silver(0))).hasValue(3);
  }

  @Test
  void aSilverThatNobodyBeginsIsRefusedBesideABronzeThatHasBegun() throws IOException {
    // Given
    Moving.move(
        tables.bronze(),
        List.of(new TxnAdvance(tables.appIds().bronze(0), TxnAdvance.NONE, 5)),
        Operations.Reason.START);
    SilverPresence presence =
        new SilverPresence(
            tables.appIds(),
            () -> Optional.of(tables.bronze().snapshot()),
            () -> Optional.of(tables.silver().snapshot()));

    // When
    assertThatThrownBy(() -> presence.require("silver"))
        // Then
        .isInstanceOf(UserException.class)
        .hasMessageContaining("was never filled");
    assertThatThrownBy(() -> office(tables.silver()).open(0, SOURCE))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("was never filled");
  }
}
