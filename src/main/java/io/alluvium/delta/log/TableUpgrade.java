package io.alluvium.delta.log;

import io.alluvium.delta.TableSpec;
import io.alluvium.row.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Gives a table that is there already what the configuration wants of it, as {@code ALTER TABLE}
 * does. No feature is ever turned off and no column dropped: what isn't wanted any more isn't used,
 * and what it left in the table stays honoured.
 */
public final class TableUpgrade {
  private static final String SET_PROPERTIES = "SET TBLPROPERTIES";
  private static final String ADD_COLUMNS = "ADD COLUMNS";

  /**
   * The property that names the columns that were added, with commas between. The columns' own
   * metadata won't do: Spark compares it when a catalog is told of the table.
   */
  static final String ADDED = "alluvium.added-columns";

  /** The names of the operations that do it, Spark's own. */
  static final Set<String> OPERATIONS = Set.of(SET_PROPERTIES, ADD_COLUMNS);

  private TableUpgrade() {}

  /**
   * The commit after {@code state} that brings the table nearer to what the configuration wants;
   * empty if it is all there.
   *
   * @param now milliseconds since the epoch
   */
  static Optional<Commit> plan(LogState state, TableSpec spec, long now) {
    return properties(state, spec, now).or(() -> columns(state, spec, now));
  }

  private static Optional<Commit> properties(LogState state, TableSpec spec, long now) {
    Map<String, String> missing = new LinkedHashMap<>(spec.properties());
    missing.entrySet().removeAll(state.metadata().configuration().entrySet());
    Optional<Action.Protocol> protocol =
        TableFeatures.upgrade(state.protocol(), TableFeatures.wanted(spec));
    if (missing.isEmpty() && protocol.isEmpty()) {
      return Optional.empty();
    }
    List<Action> actions = new ArrayList<>();
    actions.add(info(SET_PROPERTIES, "properties", ActionJson.object(missing), now));
    protocol.ifPresent(actions::add);
    Map<String, String> configuration = new LinkedHashMap<>(state.metadata().configuration());
    configuration.putAll(missing);
    actions.add(with(state.metadata(), state.metadata().schemaString(), configuration));
    return Optional.of(new Commit(state.version() + 1, actions));
  }

  private static Optional<Commit> columns(LogState state, TableSpec spec, long now) {
    List<Column> missing = TableFit.of(spec, state.metadata(), ExtraColumns.NULLABLE).missing();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    String schema = SchemaJson.with(state.metadata().schemaString(), missing);
    Set<String> added = new LinkedHashSet<>(addedColumns(state.metadata()));
    missing.forEach(column -> added.add(column.name()));
    Map<String, String> configuration = new LinkedHashMap<>(state.metadata().configuration());
    configuration.put(ADDED, String.join(",", added));
    return Optional.of(
        new Commit(
            state.version() + 1,
            List.of(
                info(ADD_COLUMNS, "columns", SchemaJson.additions(missing), now),
                with(state.metadata(), schema, configuration))));
  }

  /** The columns that have come so, which may be younger than rows are. */
  static Set<String> addedColumns(Action.Metadata metadata) {
    String added = metadata.configuration().getOrDefault(ADDED, "");
    return added.isEmpty() ? Set.of() : new LinkedHashSet<>(List.of(added.split(",")));
  }

  private static Action info(String operation, String parameter, String raw, long now) {
    return new Action.CommitInfo(
        now,
        operation,
        Map.of(parameter, raw),
        Map.of(),
        Commits.ENGINE_INFO,
        UUID.randomUUID().toString(),
        false);
  }

  private static Action with(
      Action.Metadata metadata, String schemaString, Map<String, String> configuration) {
    return new Action.Metadata(
        metadata.id(),
        schemaString,
        metadata.partitionColumns(),
        configuration,
        metadata.createdTime(),
        metadata.name(),
        metadata.description());
  }
}
