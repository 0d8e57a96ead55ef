package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.error.RunErrors;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses to begin a silver beside a bronze that holds records already, before the table is made:
 * it would lack what bronze holds.
 */
record SilverPresence(AppIds appIds, Look bronze, Look silver) {
  /** A fresh look at a table. */
  @FunctionalInterface
  interface Look {
    /** Empty if there is no table. */
    Optional<TableSnapshot> find() throws IOException;
  }

  static SilverPresence of(PipelineConfig config) {
    return new SilverPresence(
        AppIds.of(config),
        () -> PipelineTables.bronzeLog(config).find(),
        () -> PipelineTables.silverLog(config).find());
  }

  /**
   * Looks at both tables, of which neither needs to exist.
   *
   * @param table silver's name, for the message
   * @return silver as it is, before anything is done to it; empty if it wasn't begun
   * @throws io.alluvium.error.UserException if bronze has positions and silver has none
   */
  Optional<TableSnapshot> require(String table) throws IOException {
    Optional<TableSnapshot> begun = begun();
    if (begun.isPresent()) {
      return begun;
    }
    Optional<Map.Entry<Integer, Long>> position = firstInBronze();
    // Another instance may have begun both tables since, silver first.
    begun = position.isPresent() ? begun() : begun;
    if (position.isPresent() && begun.isEmpty()) {
      throw RunErrors.silverWithoutPosition(
          table, appIds.topic(), position.get().getKey(), position.get().getValue());
    }
    return begun;
  }

  /** Whatever way it was filled: that it is another way now is for others to refuse. */
  private Optional<TableSnapshot> begun() throws IOException {
    return silver.find().filter(table -> appIds.isInSilver(table.txns().keySet()));
  }

  private Optional<Map.Entry<Integer, Long>> firstInBronze() throws IOException {
    Optional<TableSnapshot> found = bronze.find();
    return found.flatMap(
        table -> appIds.bronzePositions(table.txns()).entrySet().stream().findFirst());
  }
}
