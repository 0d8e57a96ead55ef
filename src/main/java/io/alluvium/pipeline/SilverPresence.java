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
   * @throws io.alluvium.error.UserException if bronze has positions and silver has none
   */
  void require(String table) throws IOException {
    if (isBegun()) {
      return;
    }
    Optional<Map.Entry<Integer, Long>> position = firstInBronze();
    // Another instance may have begun both tables since, silver first.
    if (position.isPresent() && !isBegun()) {
      throw RunErrors.silverWithoutPosition(
          table, appIds.topic(), position.get().getKey(), position.get().getValue());
    }
  }

  /** Whatever way it was filled: that it is another way now is for others to refuse. */
  private boolean isBegun() throws IOException {
    Optional<TableSnapshot> found = silver.find();
    return found.isPresent() && appIds.isInSilver(found.get().txns().keySet());
  }

  private Optional<Map.Entry<Integer, Long>> firstInBronze() throws IOException {
    Optional<TableSnapshot> found = bronze.find();
    return found.flatMap(
        table -> appIds.bronzePositions(table.txns()).entrySet().stream().findFirst());
  }
}
