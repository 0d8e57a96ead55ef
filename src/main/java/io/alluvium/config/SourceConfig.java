package io.alluvium.config;

import java.time.Duration;
import java.util.Optional;

/**
 * Where records come from.
 *
 * @param start where to begin on a partition of which the tables know no position
 * @param onGap what to do when the topic no longer holds the next offset
 * @param fetchInterval the least time from one fetch of a partition to the next; empty for none
 */
public record SourceConfig(
    String topic, Start start, OnGap onGap, Optional<Duration> fetchInterval) {
  /** {@code source.start}. */
  public sealed interface Start {}

  /** The topic's first offset, or the one after its last. */
  public enum Edge implements Start {
    EARLIEST,
    LATEST
  }

  /**
   * Where Spark jobs have stopped that filled the tables until now.
   *
   * @param bronze directory of the checkpoint of the job that wrote bronze
   * @param silver the same for silver, {@code source.silver-start}; empty if silver is to be
   *     reduced again from what the topic still holds
   */
  public record SparkCheckpoint(String bronze, Optional<String> silver) implements Start {}

  /** {@code source.on-gap}. */
  public enum OnGap {
    STOP,
    CONTINUE
  }
}
