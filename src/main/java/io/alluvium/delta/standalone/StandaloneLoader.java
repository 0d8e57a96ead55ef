package io.alluvium.delta.standalone;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.log.Action;
import io.alluvium.delta.log.ActionJson;
import io.alluvium.delta.log.LogState;
import io.alluvium.delta.log.SnapshotLoader;
import io.alluvium.delta.log.StorageFailures;
import io.alluvium.error.TableErrors;
import io.delta.standalone.DeltaLog;
import io.delta.standalone.actions.AddFile;
import io.delta.standalone.actions.Metadata;
import io.delta.standalone.actions.Protocol;
import io.delta.standalone.internal.SnapshotImpl;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import scala.jdk.javaapi.CollectionConverters;

/** Reads a table's newest version through delta-standalone. */
final class StandaloneLoader implements SnapshotLoader {
  private final DeltaLog log;
  private final TableSpec spec;

  StandaloneLoader(DeltaLog log, TableSpec spec) {
    this.log = log;
    this.spec = spec;
  }

  @Override
  public LogState load() throws IOException {
    // The public interface has neither the protocol nor the transaction versions.
    SnapshotImpl snapshot = (SnapshotImpl) update();
    if (snapshot.version() < 0) {
      throw new FileNotFoundException("no Delta table at " + spec.path());
    }
    Map<String, Long> txns = new HashMap<>();
    CollectionConverters.asJava(snapshot.setTransactions())
        .forEach(txn -> txns.put(txn.getAppId(), txn.getVersion()));
    return LogState.loaded(
        snapshot.version(),
        protocol(snapshot.protocol()),
        metadata(snapshot.getMetadata()),
        txns,
        snapshot.getAllFiles().stream().map(StandaloneLoader::file).toList());
  }

  static DeltaLog open(TableSpec spec, Configuration conf) throws IOException {
    try {
      return DeltaLog.forTable(conf, spec.path());
    } catch (RuntimeException e) {
      StorageFailures.rethrow(e);
      throw TableErrors.tableUnreadable(spec.name(), spec.path(), e);
    }
  }

  private io.delta.standalone.Snapshot update() throws IOException {
    try {
      return log.update();
    } catch (RuntimeException e) {
      StorageFailures.rethrow(e);
      throw TableErrors.tableUnreadable(spec.name(), spec.path(), e);
    }
  }

  private static DataFile file(AddFile add) {
    return new DataFile(
        add.getPath(),
        add.getPartitionValues(),
        add.getSize(),
        add.getModificationTime(),
        ActionJson.numRecords(add.getStats()),
        add.getStats(),
        add.getTags() == null ? Map.of() : add.getTags());
  }

  private static Action.Protocol protocol(Protocol protocol) {
    return new Action.Protocol(
        protocol.getMinReaderVersion(), protocol.getMinWriterVersion(), Set.of(), Set.of());
  }

  private static Action.Metadata metadata(Metadata metadata) {
    return new Action.Metadata(
        metadata.getId(),
        metadata.getSchema().toJson(),
        metadata.getPartitionColumns(),
        metadata.getConfiguration(),
        metadata.getCreatedTime().orElse(0L),
        metadata.getName(),
        metadata.getDescription());
  }
}
