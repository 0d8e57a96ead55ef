package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.error.RunErrors;
import java.io.IOException;
import java.util.Optional;

/**
 * Refuses to begin a silver beside a bronze that holds records already, before the table is made:
 * it would lack what bronze holds.
 */
final class SilverPresence {
  private SilverPresence() {}

  /**
   * Looks at both tables, of which neither needs to exist.
   *
   * @throws io.alluvium.error.UserException if bronze has positions and silver has none
   */
  static void check(PipelineConfig config) throws IOException {
    AppIds appIds = AppIds.of(config);
    Optional<TableSnapshot> silver = PipelineTables.silverLog(config).find();
    // Whatever way they came: that it is another way now is for others to refuse.
    if (silver.isPresent() && appIds.isInSilver(silver.get().txns().keySet())) {
      return;
    }
    Optional<TableSnapshot> bronze = PipelineTables.bronzeLog(config).find();
    if (bronze.isEmpty()) {
      return;
    }
    appIds.bronzePositions(bronze.get().txns()).entrySet().stream()
        .findFirst()
        .ifPresent(
            first -> {
              throw RunErrors.silverWithoutPosition(
                  config.silver().table().name(), appIds.topic(), first.getKey(), first.getValue());
            });
  }
}
