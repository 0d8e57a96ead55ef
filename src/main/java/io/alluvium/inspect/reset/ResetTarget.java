package io.alluvium.inspect.reset;

import io.alluvium.pipeline.TopicFacts;

/** Where a reset goes to. */
public sealed interface ResetTarget {
  /** The first offset that the topic holds. */
  record Earliest() implements ResetTarget {}

  /** After the last one. */
  record Latest() implements ResetTarget {}

  /** This offset is taken next. */
  record Offset(long next) implements ResetTarget {}

  /**
   * Where each table is: what others took away is accepted, and nothing moves but a silver without
   * a position, which begins where bronze is.
   */
  record Current() implements ResetTarget {}

  /** Whether the topic has to be asked. */
  default boolean needsTopic() {
    return this instanceof Earliest || this instanceof Latest;
  }

  /** The offset in a partition that the topic has; {@link Current} has none. */
  default long in(TopicFacts topic, int partition) {
    if (this instanceof Offset offset) {
      return offset.next();
    }
    return (this instanceof Earliest ? topic.beginnings() : topic.ends()).get(partition);
  }
}
