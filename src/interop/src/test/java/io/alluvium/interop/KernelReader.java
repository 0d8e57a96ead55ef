package io.alluvium.interop;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/** Reads a table with Delta Kernel and the engine that comes with it. */
final class KernelReader {
  private final Engine engine = DefaultEngine.create(new Configuration());

  /** The newest version's rows, each made into something that outlives the reading. */
  <T> List<T> read(Path table, Function<Row, T> each) throws IOException {
    Snapshot snapshot = TableManager.loadSnapshot(table.toString()).build(engine);
    Scan scan = snapshot.getScanBuilder().build();
    Row state = scan.getScanState(engine);
    List<T> rows = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> files = scan.getScanFiles(engine)) {
      while (files.hasNext()) {
        try (CloseableIterator<Row> batch = files.next().getRows()) {
          while (batch.hasNext()) {
            read(state, batch.next(), each, rows);
          }
        }
      }
    }
    return rows;
  }

  private <T> void read(Row state, Row file, Function<Row, T> each, List<T> rows)
      throws IOException {
    CloseableIterator<ColumnarBatch> physical =
        engine
            .getParquetHandler()
            .readParquetFiles(
                Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                ScanStateRow.getPhysicalDataReadSchema(state),
                Optional.empty())
            .map(FileReadResult::getData);
    try (CloseableIterator<FilteredColumnarBatch> logical =
        Scan.transformPhysicalData(engine, state, file, physical)) {
      while (logical.hasNext()) {
        try (CloseableIterator<Row> batch = logical.next().getRows()) {
          while (batch.hasNext()) {
            rows.add(each.apply(batch.next()));
          }
        }
      }
    }
  }
}
