package io.alluvium.ops;

import io.alluvium.pipeline.PipelineService;
import io.alluvium.pipeline.TableSize;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How large a pipeline's tables are, read from their logs in the background when somebody asks, and
 * not more often than that: metrics must answer while storage doesn't, and cost it nothing while
 * nobody scrapes.
 */
final class TableSizeWatch {
  private static final Logger LOG = LoggerFactory.getLogger(TableSizeWatch.class);

  private final PipelineService service;
  private final Executor background;
  private final long pauseNanos;
  private final AtomicBoolean underWay = new AtomicBoolean();
  private volatile Map<String, TableSize> sizes = Map.of();
  private volatile long nextNanos = System.nanoTime();

  /**
   * @param pause the least time between two looks
   */
  TableSizeWatch(PipelineService service, Executor background, Duration pause) {
    this.service = service;
    this.background = background;
    this.pauseNanos = pause.toNanos();
  }

  /** What was read last, by the tables' short names; none before the first time. */
  Map<String, TableSize> sizes() {
    if (nextNanos - System.nanoTime() <= 0 && underWay.compareAndSet(false, true)) {
      background.execute(this::look);
    }
    return sizes;
  }

  private void look() {
    try {
      sizes = service.tableSizes();
    } catch (IOException | RuntimeException e) {
      LOG.debug("the tables' sizes can't be read: {}", e.toString());
    } finally {
      nextNanos = System.nanoTime() + pauseNanos;
      underWay.set(false);
    }
  }
}
