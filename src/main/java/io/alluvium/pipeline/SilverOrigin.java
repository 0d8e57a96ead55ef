package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.error.RekeyErrors;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * By which way a silver table was filled: straight from the source or through one re-keyed topic,
 * never both, since its files are tagged by the partitions that keys have there.
 */
public final class SilverOrigin {
  private static final Pattern REFLECTED = Pattern.compile(".+/silver/.+-\\d+/.+-\\d+");

  private SilverOrigin() {}

  /**
   * Refuses a table that was filled another way than the configuration wants.
   *
   * @param txns all transaction versions of silver
   * @throws io.alluvium.error.UserException if it was
   */
  public static void check(PipelineConfig config, Map<String, Long> txns) {
    SilverPositions own = SilverPositions.of(config);
    String table = config.silver().table().name();
    for (String id : txns.keySet()) {
      boolean reflected = REFLECTED.matcher(id).matches();
      if (reflected && own.read(Map.of(id, 0L)).bySource().isEmpty()) {
        throw RekeyErrors.filledWithRekey(table, id);
      }
      if (config.rekey().isPresent() && !reflected && isOfSource(config, id)) {
        throw RekeyErrors.filledWithoutRekey(table, config.source().topic());
      }
    }
  }

  private static boolean isOfSource(PipelineConfig config, String id) {
    String prefix = config.name() + "/silver/" + config.source().topic() + "-";
    return id.startsWith(prefix) && id.substring(prefix.length()).matches("\\d+");
  }
}
