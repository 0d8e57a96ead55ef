package io.alluvium.inspect.rebuild;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.error.RekeyErrors;
import io.alluvium.pipeline.SilverPositions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where a silver made anew goes on: at bronze's positions, by every way that rows take to it. What
 * still lies in a re-keyed topic is known by them as taken.
 */
final class SilverAdvances {
  private final PipelineConfig config;
  private final SilverPositions positions;
  private final Map<String, Long> now;

  /**
   * @param now all transaction versions of silver as it is; none if there is none
   */
  SilverAdvances(PipelineConfig config, Map<String, Long> now) {
    this.config = config;
    this.positions = SilverPositions.of(config);
    this.now = now;
  }

  /**
   * @param bronze the next offsets by source partition
   * @param partitions of the topic whose partitions have silver's keys
   * @throws io.alluvium.error.UserException if silver came by more ways: a position can't be taken
   *     out of a table, and those that nobody moves any more would hold silver up for ever
   */
  List<TxnAdvance> to(Map<Integer, Long> bronze, int partitions) {
    if (config.rekey().isEmpty()) {
      return reflected(bronze, 1);
    }
    int known = positions.ways(now);
    if (known > partitions) {
      throw RekeyErrors.partitionsChanged(config.rekey().get().topic(), known, partitions);
    }
    // Where to read on in partitions of the topic that silver hasn't read is found at the start.
    return reflected(bronze, partitions);
  }

  private List<TxnAdvance> reflected(Map<Integer, Long> bronze, int ways) {
    List<TxnAdvance> advances = new ArrayList<>();
    bronze.forEach(
        (source, next) -> {
          for (int way = 0; way < ways; way++) {
            String id = positions.id(way, source);
            advances.add(new TxnAdvance(id, now.getOrDefault(id, TxnAdvance.NONE), next));
          }
        });
    return advances;
  }
}
