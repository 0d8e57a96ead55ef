package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.PipelineParser;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.inspect.Tables;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a source partition goes on whose rows take several ways to silver. */
class LeaseOfficeTest {
  @TempDir private Path directory;

  @Test
  void aPartitionGoesOnWhereTheSlowestWayToSilverIs() throws Exception {
    // Given
    PipelineConfig config =
        PipelineParser.ofProcess()
            .parse(Tables.configure(directory), List.of("rekey.topic=by-key"))
            .config();
    PipelineTables tables = PipelineTables.open(config, Clock.systemUTC(), Runnable::run);
    SilverPositions positions = SilverPositions.of(config);
    Moving.move(
        tables.bronze(),
        List.of(new TxnAdvance(AppIds.of(config).bronze(0), TxnAdvance.NONE, 9)),
        Operations.Reason.START);
    Moving.move(
        tables.silver(),
        List.of(
            new TxnAdvance(positions.id(0, 0), TxnAdvance.NONE, 7),
            new TxnAdvance(positions.id(1, 0), TxnAdvance.NONE, 4)),
        Operations.Reason.START);

    // When
    Lease lease =
        new LeaseOffice(config, 2, tables.bronze(), tables.silver())
            .open(0, new FixedSource(0, 20));

    // Then
    assertThat(lease.position()).isEqualTo(4);
    assertThat(lease.silverDurable()).isEqualTo(4);
    assertThat(lease.bronzeDurable()).isEqualTo(9);
  }
}
