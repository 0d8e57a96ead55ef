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

  /** Whether the topic has to be asked. */
  default boolean needsTopic() {
    return !(this instanceof Offset);
  }

  /** The offset in a partition that the topic has. */
  default long in(TopicFacts topic, int partition) {
    if (this instanceof Offset offset) {
      return offset.next();
    }
    return (this instanceof Earliest ? topic.beginnings() : topic.ends()).get(partition);
  }
}
