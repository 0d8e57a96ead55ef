package io.alluvium.delta.log;

import io.alluvium.delta.TableSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Turns features on in a table that is there already, as {@code ALTER TABLE ... SET TBLPROPERTIES}
 * does. None is ever turned off: what isn't wanted any more isn't used, and what it left in the
 * table stays honoured.
 */
public final class TableUpgrade {
  static final String OPERATION = "SET TBLPROPERTIES";

  private TableUpgrade() {}

  /**
   * The commit after {@code state} that gives the table what the configuration wants; empty if it
   * has it.
   *
   * @param now milliseconds since the epoch
   */
  static Optional<Commit> plan(LogState state, TableSpec spec, long now) {
    Map<String, String> missing = new LinkedHashMap<>(spec.properties());
    missing.entrySet().removeAll(state.metadata().configuration().entrySet());
    Optional<Action.Protocol> protocol =
        TableFeatures.upgrade(state.protocol(), TableFeatures.wanted(spec));
    if (missing.isEmpty() && protocol.isEmpty()) {
      return Optional.empty();
    }
    List<Action> actions = new ArrayList<>();
    actions.add(
        new Action.CommitInfo(
            now,
            OPERATION,
            Map.of("properties", ActionJson.object(missing)),
            Map.of(),
            Commits.ENGINE_INFO,
            UUID.randomUUID().toString(),
            false));
    protocol.ifPresent(actions::add);
    Map<String, String> configuration = new LinkedHashMap<>(state.metadata().configuration());
    configuration.putAll(missing);
    actions.add(
        new Action.Metadata(
            state.metadata().id(),
            state.metadata().schemaString(),
            state.metadata().partitionColumns(),
            configuration,
            state.metadata().createdTime(),
            state.metadata().name(),
            state.metadata().description()));
    return Optional.of(new Commit(state.version() + 1, actions));
  }
}
