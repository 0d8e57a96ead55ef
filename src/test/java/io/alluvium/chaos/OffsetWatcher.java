package io.alluvium.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.config.PipelineConfig;
import io.alluvium.pipeline.AppIds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks all along whether the group's offsets claim more than the tables hold. Positions only grow,
 * so offsets that are read before them must not be above.
 */
final class OffsetWatcher implements AutoCloseable {
  private final PipelineConfig config;
  private final AppIds appIds;
  private final LogReader bronze;
  private final LogReader silver;
  private final Admin admin;
  private final Thread thread;
  private final List<String> violations = new CopyOnWriteArrayList<>();
  private final Map<Integer, Long> committed = new HashMap<>();
  private volatile boolean closed;

  OffsetWatcher(PipelineConfig config) {
    this.config = config;
    this.appIds = AppIds.of(config);
    this.bronze = LogReader.of(config.bronze().table(), config);
    this.silver = LogReader.of(config.silver().table(), config);
    this.admin =
        Admin.create(
            Map.of(
                "bootstrap.servers",
                config.kafka().get("bootstrap.servers"),
                "enable.metrics.push",
                "false"));
    this.thread = new Thread(this::run, "offset-watcher");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!closed) {
      try {
        look();
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (Exception e) {
        violations.add("the watcher failed: " + e);
        return;
      }
    }
  }

  private void look() throws Exception {
    Map<TopicPartition, OffsetAndMetadata> offsets = offsets();
    synchronized (this) {
      bronze.refresh();
      silver.refresh();
      offsets.forEach((partition, offset) -> compare(partition.partition(), offset.offset()));
    }
  }

  private Map<TopicPartition, OffsetAndMetadata> offsets()
      throws InterruptedException, ExecutionException {
    return admin.listConsumerGroupOffsets(config.name()).partitionsToOffsetAndMetadata().get();
  }

  private void compare(int partition, long offset) {
    committed.put(partition, offset);
    if (offset > bronzePosition(partition) || offset > silverPosition(partition)) {
      violations.add(
          "partition %d: offset %d is committed, bronze has %d, silver %d"
              .formatted(partition, offset, bronzePosition(partition), silverPosition(partition)));
    }
  }

  synchronized long bronzePosition(int partition) {
    return bronze.position(appIds.bronze(partition));
  }

  synchronized long silverPosition(int partition) {
    return silver.position(appIds.silver(partition));
  }

  /** The group's offset as it was last seen, -1 if none was. */
  synchronized long committedOffset(int partition) {
    return committed.getOrDefault(partition, -1L);
  }

  /** Commits to both tables so far. */
  synchronized long versions() {
    return bronze.version() + silver.version();
  }

  synchronized void assertNeverAhead() {
    assertThat(violations).as("offsets beyond the tables").isEmpty();
    assertThat(bronze.steppedBack()).as("bronze's positions").isEmpty();
    assertThat(silver.steppedBack()).as("silver's positions").isEmpty();
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join();
    admin.close();
  }
}
