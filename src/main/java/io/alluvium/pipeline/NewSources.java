package io.alluvium.pipeline;

import io.alluvium.delta.TableLog;
import java.io.IOException;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks source partitions up in silver that had no position there when a partition of the re-keyed
 * topic began: the first one is written before anything is sent. For the stream thread.
 */
final class NewSources {
  private static final Logger LOG = LoggerFactory.getLogger(NewSources.class);

  private final TableLog silver;
  private final SilverPositions positions;
  private final int way;
  private final ReflectedSources reflected;

  NewSources(TableLog silver, SilverPositions positions, int way, ReflectedSources reflected) {
    this.silver = silver;
    this.positions = positions;
    this.way = way;
    this.reflected = reflected;
  }

  /** Whether silver has a position of the source partition by now; then it counts from there. */
  boolean begin(int source) {
    try {
      OptionalLong next = silver.snapshot().txn(positions.id(way, source));
      next.ifPresent(position -> reflected.begin(source, position));
      return next.isPresent();
    } catch (IOException e) {
      LOG.warn("the position of source partition {} can't be read: {}", source, e.toString());
      return false;
    }
  }
}
