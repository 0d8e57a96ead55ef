package io.alluvium.delta.log;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.row.Schema;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The public face of a {@link LogState}. Columns of types that rows can't hold are left out. */
final class LogSnapshot implements TableSnapshot {
  private final LogState state;

  LogSnapshot(LogState state) {
    this.state = state;
  }

  LogState state() {
    return state;
  }

  @Override
  public long version() {
    return state.version();
  }

  @Override
  public Schema schema() {
    return SchemaJson.read(state.metadata().schemaString());
  }

  @Override
  public List<String> partitionColumns() {
    return state.metadata().partitionColumns();
  }

  @Override
  public Set<String> addedColumns() {
    return TableUpgrade.addedColumns(state.metadata());
  }

  @Override
  public Map<String, String> properties() {
    return Collections.unmodifiableMap(state.metadata().configuration());
  }

  @Override
  public boolean takesVectors() {
    return TableFeatures.active(state, TableFeatures.ENABLE_VECTORS);
  }

  @Override
  public boolean wantsChangeData() {
    return TableFeatures.active(state, TableFeatures.ENABLE_CHANGE_DATA);
  }

  @Override
  public OptionalLong txn(String appId) {
    return state.txn(appId);
  }

  @Override
  public Map<String, Long> txns() {
    return Collections.unmodifiableMap(state.txns());
  }

  @Override
  public Optional<DataFile> file(String path) {
    return Optional.ofNullable(state.files().get(path));
  }

  @Override
  public List<DataFile> files() {
    return state.files().list();
  }
}
