package io.alluvium.config;

/**
 * Where records come from.
 *
 * @param start where to begin on a partition of which the tables know no position
 * @param onGap what to do when the topic no longer holds the next offset
 */
public record SourceConfig(String topic, Start start, OnGap onGap) {
  /** {@code source.start}. */
  public enum Start {
    EARLIEST,
    LATEST
  }

  /** {@code source.on-gap}. */
  public enum OnGap {
    STOP,
    CONTINUE
  }
}
