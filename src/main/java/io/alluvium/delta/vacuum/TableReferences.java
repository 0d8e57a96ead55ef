package io.alluvium.delta.vacuum;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.log.Action;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a table's log refers to at one version.
 *
 * @param removed files that went, as far back as the table keeps them (Delta protocol, "Add File
 *     and Remove File": tombstones)
 * @param retention how long the table keeps them ({@code delta.deletedFileRetentionDuration})
 */
public record TableReferences(
    long version, Duration retention, List<DataFile> active, List<Action.Remove> removed) {

  /** The same with what else was removed. */
  public TableReferences with(List<Action.Remove> more) {
    List<Action.Remove> all = new ArrayList<>(removed);
    all.addAll(more);
    return new TableReferences(version, retention, active, all);
  }
}
