package io.alluvium.chaos;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.pipeline.PipelineTables;
import java.io.IOException;

/** A table whose answers get lost on the way to the pipeline. */
record FaultyTable(TableLog table, StorageFaults faults) implements TableLog {

  /** Tables as usual, each with these faults in front. */
  static PipelineTables.Opener opener(StorageFaults faults) {
    return (config, clock, background) -> {
      PipelineTables tables = PipelineTables.open(config, clock, background);
      return new PipelineTables(
          new FaultyTable(tables.bronze(), faults),
          new FaultyTable(tables.silver(), faults),
          new FaultyTable(tables.quarantine(), faults),
          tables.deleted().map(table -> new FaultyTable(table, faults)));
    };
  }

  @Override
  public String path() {
    return table.path();
  }

  @Override
  public TableSnapshot snapshot() throws IOException {
    faults.read();
    return table.snapshot();
  }

  @Override
  public CommitOutcome commit(TableChange change) throws IOException {
    return faults.write(() -> table.commit(change));
  }
}
