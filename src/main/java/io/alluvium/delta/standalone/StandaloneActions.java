package io.alluvium.delta.standalone;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.log.ActionJson;
import io.alluvium.delta.log.Commits;
import io.delta.standalone.Operation;
import io.delta.standalone.actions.Action;
import io.delta.standalone.actions.AddFile;
import io.delta.standalone.actions.SetTransaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Changes in delta-standalone's terms. */
final class StandaloneActions {
  private StandaloneActions() {}

  /**
   * @param now milliseconds since the epoch
   */
  static List<Action> of(TableChange change, long now) {
    List<Action> actions = new ArrayList<>();
    change
        .txns()
        .forEach(txn -> actions.add(new SetTransaction(txn.appId(), txn.next(), Optional.of(now))));
    boolean dataChange = change.effect() == TableChange.Effect.ROWS;
    change.removes().forEach(file -> actions.add(add(file, true).remove(now, dataChange)));
    change.adds().forEach(file -> actions.add(add(file, dataChange)));
    return actions;
  }

  /** A custom commitInfo isn't allowed, so the change's id goes with the parameters. */
  static Operation operation(TableChange change) {
    Map<String, String> parameters = new LinkedHashMap<>();
    change
        .operation()
        .parameters()
        .forEach((name, raw) -> parameters.put(name, ActionJson.parameter(raw)));
    parameters.put(Commits.TXN_ID, ActionJson.quote(change.txnId()));
    return new Operation(name(change.operation().name()), parameters, change.operation().metrics());
  }

  private static AddFile add(DataFile file, boolean dataChange) {
    return new AddFile(
        file.path(),
        file.partitionValues(),
        file.size(),
        file.modificationTime(),
        dataChange,
        // It is written raw, so it has to come as a JSON string to be one.
        ActionJson.quote(file.stats()),
        file.tags());
  }

  /** Whether the library has a name for it. */
  static boolean knows(io.alluvium.delta.Operation operation) {
    return find(operation.name()).isPresent();
  }

  private static Operation.Name name(String name) {
    return find(name)
        .orElseThrow(
            () -> new IllegalArgumentException("delta-standalone has no operation " + name));
  }

  private static Optional<Operation.Name> find(String name) {
    return Arrays.stream(Operation.Name.values())
        .filter(known -> known.toString().equals(name))
        .findFirst();
  }
}
