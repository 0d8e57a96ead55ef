package io.alluvium.pipeline;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.parquet.DataFileSettings;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.testing.TestPipeline;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What another program does to silver. */
final class Foreign {
  private Foreign() {}

  /** Puts all rows into as few files as there are partitions of the table, without tags. */
  static void optimize(TestPipeline test) throws IOException {
    TableLog silver = test.tables().silver();
    CommitOutcome outcome;
    do {
      TableSnapshot now = silver.snapshot();
      if (now.files().isEmpty()) {
        return;
      }
      outcome =
          silver.commit(
              new TableChange(
                  UUID.randomUUID().toString(),
                  TableChange.Effect.LAYOUT,
                  rewritten(test, now.files()),
                  now.files(),
                  List.of(),
                  List.of(),
                  new Operation("OPTIMIZE", Map.of(), Map.of()),
                  now.version()));
    } while (!(outcome instanceof CommitOutcome.Committed));
  }

  private static List<DataFile> rewritten(TestPipeline test, List<DataFile> files)
      throws IOException {
    TableSpec spec = test.config().silver().table();
    return new DataFileWriter(
            new LocalTableStorage(Path.of(spec.path())),
            spec.schema(),
            spec.partitionColumns(),
            DataFileSettings.DEFAULT,
            Clock.systemUTC())
        .write(test.silverRows(files), Map.of()).stream().map(WrittenFile::file).toList();
  }
}
