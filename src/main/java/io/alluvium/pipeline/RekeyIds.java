package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;

/**
 * Delta application ids of a pipeline that re-keys: silver's position in each partition of the
 * re-keyed topic, and for each of those how far it has come with each source partition, {@code
 * name/silver/REKEYED-q/SOURCE-p}.
 *
 * @param rekeyed of the re-keyed topic's partitions
 * @param source of the source's
 */
record RekeyIds(AppIds rekeyed, AppIds source) {
  /** Those of a pipeline that has a re-keyed topic. */
  static RekeyIds of(PipelineConfig config) {
    return new RekeyIds(
        new AppIds(config.name(), config.rekey().orElseThrow().topic()), AppIds.of(config));
  }

  /** How far a partition of the re-keyed topic has come with a source partition. */
  String reflected(int rekeyedPartition, int sourcePartition) {
    return rekeyed.silver(rekeyedPartition) + "/" + source.topic() + "-" + sourcePartition;
  }
}
