package io.alluvium.delta.kernel;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.log.Action;
import io.alluvium.delta.vacuum.TableReferences;
import io.alluvium.error.TableErrors;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.internal.TableConfig;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.RemoveFile;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads what a table refers to through Delta Kernel, whichever engine writes it: the rows that a
 * checkpoint would hold now, tombstones among them.
 */
public final class KernelReferences {
  private KernelReferences() {}

  /**
   * @throws io.alluvium.error.UserException if the table can't be read
   */
  public static TableReferences read(TableSpec spec, Configuration conf) throws IOException {
    Engine engine = DefaultEngine.create(conf);
    try {
      return read(TableManager.loadSnapshot(spec.path()).build(engine), engine);
    } catch (KernelException e) {
      throw TableErrors.tableUnreadable(spec.name(), spec.path(), e);
    }
  }

  private static TableReferences read(Snapshot snapshot, Engine engine) throws IOException {
    List<DataFile> active = new ArrayList<>();
    List<Action.Remove> removed = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches =
        snapshot.getCreateCheckpointIterator(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> rows = batches.next().getRows()) {
          while (rows.hasNext()) {
            read(rows.next(), active, removed);
          }
        }
      }
    }
    return new TableReferences(
        snapshot.getVersion(),
        Duration.ofMillis(TableConfig.TOMBSTONE_RETENTION.fromMetadata(snapshot.getMetadata())),
        active,
        removed);
  }

  private static void read(Row row, List<DataFile> active, List<Action.Remove> removed) {
    if (!row.isNullAt(SingleAction.ADD_FILE_ORDINAL)) {
      active.add(KernelLoader.file(new AddFile(row.getStruct(SingleAction.ADD_FILE_ORDINAL))));
    } else if (!row.isNullAt(SingleAction.REMOVE_FILE_ORDINAL)) {
      removed.add(remove(new RemoveFile(row.getStruct(SingleAction.REMOVE_FILE_ORDINAL))));
    }
  }

  private static Action.Remove remove(RemoveFile file) {
    return new Action.Remove(
        new DataFile(
            file.getPath(),
            Map.of(),
            file.getSize().orElse(0L),
            0,
            -1,
            null,
            Map.of(),
            file.getDeletionVector().map(KernelLoader::vector).orElse(null)),
        file.getDeletionTimestamp().orElse(0L),
        file.getDataChange());
  }
}
