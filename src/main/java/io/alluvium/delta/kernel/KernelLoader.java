package io.alluvium.delta.kernel;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.DeletionVector;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.log.Action;
import io.alluvium.delta.log.ActionJson;
import io.alluvium.delta.log.LogState;
import io.alluvium.delta.log.SnapshotLoader;
import io.alluvium.delta.log.StorageFailures;
import io.alluvium.error.TableErrors;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.KernelEngineException;
import io.delta.kernel.exceptions.KernelException;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.actions.SetTransaction;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.utils.CloseableIterator;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a table's newest version through Delta Kernel. The rows that a checkpoint of it would hold
 * are used, since they have the tags, the statistics and all transaction versions in one pass,
 * which scan files haven't.
 */
final class KernelLoader implements SnapshotLoader {
  private final Engine engine;
  private final TableSpec spec;

  KernelLoader(Engine engine, TableSpec spec) {
    this.engine = engine;
    this.spec = spec;
  }

  @Override
  public LogState load() throws IOException {
    try {
      return read(TableManager.loadSnapshot(spec.path()).build(engine));
    } catch (TableNotFoundException e) {
      // Where it has been opened before, storage may only be away for a while.
      FileNotFoundException missing = new FileNotFoundException("no Delta table at " + spec.path());
      missing.initCause(e);
      throw missing;
    } catch (KernelException | KernelEngineException e) {
      StorageFailures.rethrow(e);
      throw TableErrors.tableUnreadable(spec.name(), spec.path(), e);
    }
  }

  private LogState read(Snapshot snapshot) throws IOException {
    Map<String, Long> txns = new HashMap<>();
    List<DataFile> files = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> batches =
        snapshot.getCreateCheckpointIterator(engine)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> rows = batches.next().getRows()) {
          while (rows.hasNext()) {
            read(rows.next(), txns, files);
          }
        }
      }
    }
    return LogState.loaded(
        snapshot.getVersion(), protocol(snapshot), metadata(snapshot), txns, files);
  }

  private static void read(Row row, Map<String, Long> txns, List<DataFile> files) {
    if (!row.isNullAt(SingleAction.TXN_ORDINAL)) {
      SetTransaction txn = SetTransaction.fromRow(row.getStruct(SingleAction.TXN_ORDINAL));
      txns.put(txn.getAppId(), txn.getVersion());
    } else if (!row.isNullAt(SingleAction.ADD_FILE_ORDINAL)) {
      files.add(file(new AddFile(row.getStruct(SingleAction.ADD_FILE_ORDINAL))));
    }
  }

  static DataFile file(AddFile add) {
    String stats = add.getStatsJson().orElse(null);
    return new DataFile(
        add.getPath(),
        VectorUtils.toJavaMap(add.getPartitionValues()),
        add.getSize(),
        add.getModificationTime(),
        ActionJson.numRecords(stats),
        stats,
        add.getTags().map(VectorUtils::<String, String>toJavaMap).orElse(Map.of()),
        add.getDeletionVector().map(KernelLoader::vector).orElse(null));
  }

  static DeletionVector vector(DeletionVectorDescriptor vector) {
    return new DeletionVector(
        vector.getStorageType(),
        vector.getPathOrInlineDv(),
        vector.getOffset().orElse(null),
        vector.getSizeInBytes(),
        vector.getCardinality());
  }

  private static Action.Protocol protocol(Snapshot snapshot) {
    return new Action.Protocol(
        snapshot.getProtocol().getMinReaderVersion(),
        snapshot.getProtocol().getMinWriterVersion(),
        snapshot.getProtocol().getReaderFeatures(),
        snapshot.getProtocol().getWriterFeatures());
  }

  private static Action.Metadata metadata(Snapshot snapshot) {
    return new Action.Metadata(
        snapshot.getMetadata().getId(),
        snapshot.getMetadata().getSchemaString(),
        VectorUtils.toJavaList(snapshot.getMetadata().getPartitionColumns()),
        snapshot.getMetadata().getConfiguration(),
        snapshot.getMetadata().getCreatedTime().orElse(0L),
        snapshot.getMetadata().getName().orElse(null),
        snapshot.getMetadata().getDescription().orElse(null));
  }
}
