package io.alluvium.inspect;

import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.log.Action;
import io.alluvium.delta.log.Commit;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.error.TableErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a table's commits say of themselves (Delta protocol, "Commit Provenance Information"). */
public final class TableHistory {
  private TableHistory() {}

  /**
   * One version. A commit that says nothing has an empty operation and time 0.
   *
   * @param time milliseconds since the epoch
   * @param parameters raw JSON by name
   */
  public record Entry(
      long version,
      long time,
      String operation,
      Map<String, String> parameters,
      Map<String, String> metrics,
      String engine) {}

  /**
   * The latest versions, newest first, as far back as the log's files go.
   *
   * @throws io.alluvium.error.UserException if there is no table
   */
  public static List<Entry> read(ReadOnlyLog log, int limit) throws IOException {
    TableSnapshot snapshot =
        log.find()
            .orElseThrow(() -> TableErrors.tableMissing(log.spec().name(), log.spec().path()));
    return read(log, snapshot.version(), limit);
  }

  static List<Entry> read(ReadOnlyLog log, long newest, int limit) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (long version = newest; version >= 0 && entries.size() < limit; version--) {
      Optional<Commit> commit = log.commit(version);
      if (commit.isEmpty()) {
        return entries;
      }
      entries.add(entry(commit.get()));
    }
    return entries;
  }

  private static Entry entry(Commit commit) {
    for (Action action : commit.actions()) {
      if (action instanceof Action.CommitInfo info) {
        return new Entry(
            commit.version(),
            info.timestamp(),
            info.operation(),
            info.parameters(),
            info.metrics(),
            info.engineInfo());
      }
    }
    return new Entry(commit.version(), 0, "", Map.of(), Map.of(), "");
  }
}
