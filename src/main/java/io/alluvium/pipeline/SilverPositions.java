package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where silver's positions of the source stand among its transaction versions. */
public final class SilverPositions {
  private static final Pattern DIRECT = Pattern.compile("-(\\d{1,9})$");
  private static final Pattern REKEYED = Pattern.compile("-(\\d{1,9})/.+-(\\d{1,9})$");

  private final AppIds source;
  private final Optional<RekeyIds> rekeyed;

  private SilverPositions(AppIds source, Optional<RekeyIds> rekeyed) {
    this.source = source;
    this.rekeyed = rekeyed;
  }

  public static SilverPositions of(PipelineConfig config) {
    AppIds source = AppIds.of(config);
    return new SilverPositions(source, config.rekey().map(rekey -> RekeyIds.of(config)));
  }

  /** The application id of a source partition's position, by the way that rows take. */
  public String id(int way, int sourcePartition) {
    return rekeyed
        .map(ids -> ids.reflected(way, sourcePartition))
        .orElseGet(() -> source.silver(sourcePartition));
  }

  /** How many ways silver was filled by; 0 if it knows none yet. */
  public int ways(Map<String, Long> txns) {
    int reflected = read(txns).count();
    return rekeyed
        .map(ids -> Math.max(reflected, ids.rekeyed().silverPositions(txns).size()))
        .orElse(reflected);
  }

  /** Picks the positions from all transaction versions of silver. */
  public SilverReach read(Map<String, Long> txns) {
    Map<Integer, Map<Integer, Long>> bySource = new TreeMap<>();
    txns.forEach(
        (id, next) -> {
          Matcher matcher = (rekeyed.isPresent() ? REKEYED : DIRECT).matcher(id);
          if (matcher.find()) {
            int partition = Integer.parseInt(matcher.group(matcher.groupCount()));
            int way = rekeyed.isPresent() ? Integer.parseInt(matcher.group(1)) : 0;
            if (id(way, partition).equals(id)) {
              bySource.computeIfAbsent(partition, p -> new TreeMap<>()).put(way, next);
            }
          }
        });
    return new SilverReach(bySource);
  }
}
