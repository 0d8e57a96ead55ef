package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.error.RekeyErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What has to fit before anything runs. */
final class RekeyedStart {
  private final PipelineConfig config;
  private final TableLog silver;

  RekeyedStart(PipelineConfig config, TableLog silver) {
    this.config = config;
    this.silver = silver;
  }

  /** The re-keyed topic as it is now; empty if there is to be none. */
  static Optional<TopicFacts> ask(PipelineConfig config, TopicFacts source) {
    return config
        .rekey()
        .map(
            rekey ->
                TopicFacts.find(config, rekey.topic())
                    .orElseThrow(
                        () ->
                            RekeyErrors.topicMissing(
                                rekey.topic(), config.source().topic(), source.partitionCount())));
  }

  /**
   * Refuses tables that were filled another way, and writes the first positions in the re-keyed
   * topic: behind everything that it holds before the first row is sent.
   *
   * @throws io.alluvium.error.UserException if the tables and the configuration don't fit
   */
  void check(Optional<TopicFacts> rekeyed) throws IOException {
    Map<String, Long> txns = silver.snapshot().txns();
    SilverOrigin.check(config, txns);
    if (rekeyed.isPresent()) {
      anchor(RekeyIds.of(config), rekeyed.get(), txns);
    }
  }

  private void anchor(RekeyIds ids, TopicFacts topic, Map<String, Long> txns) throws IOException {
    List<TxnAdvance> missing = new ArrayList<>();
    topic
        .ends()
        .forEach(
            (partition, end) -> {
              String id = ids.rekeyed().silver(partition);
              if (!txns.containsKey(id)) {
                missing.add(new TxnAdvance(id, TxnAdvance.NONE, end));
              }
            });
    int known = SilverPositions.of(config).ways(txns);
    if (known > 0 && known != topic.partitionCount()) {
      throw RekeyErrors.partitionsChanged(ids.rekeyed().topic(), known, topic.partitionCount());
    }
    if (!missing.isEmpty()) {
      Moving.move(silver, missing, Operations.Reason.START);
    }
  }
}
