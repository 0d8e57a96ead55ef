package io.alluvium.pipeline;

import io.alluvium.config.SilverConfig;
import io.alluvium.rekey.KeyBytes;
import io.alluvium.rekey.KeyOwners;
import io.alluvium.row.Hash64;
import io.alluvium.row.Row;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices keys whose rows come from two source partitions of this process: each would get a row of
 * its own. It is told of what is loaded and of what was committed. Topics of one partition cost
 * nothing. Safe for several threads.
 */
final class SpreadKeys {
  private static final Logger LOG = LoggerFactory.getLogger(SpreadKeys.class);
  private static final long EVERY_NANOS = Duration.ofMinutes(1).toNanos();

  private final List<String> keyColumns;
  private final String topic;
  private final KeyBytes keys;
  private final Counters counters;
  private final KeyOwners owners = new KeyOwners();
  private long lastWarned = System.nanoTime() - EVERY_NANOS;

  SpreadKeys(SilverConfig silver, String topic, Counters counters) {
    this.keyColumns = silver.key();
    this.topic = topic;
    this.keys = new KeyBytes(silver.table().schema().requireAll(silver.key()));
    this.counters = counters;
  }

  /** A partition is being loaded anew: what was known of it may be out of date. */
  synchronized void begin(Lease lease) {
    if (isWatched(lease)) {
      owners.releaseAll(lease.partition());
    }
  }

  /** A partition has a row. */
  synchronized void has(Lease lease, Row row) {
    if (!isWatched(lease)) {
      return;
    }
    int other = owners.claim(Hash64.of(keys.of(row)), lease.partition());
    if (other != KeyOwners.NOBODY) {
      counters.spreadKey();
      warn(row, lease.partition(), other);
    }
  }

  /** A partition has no row of a key any more. */
  synchronized void lost(Lease lease, Row key) {
    if (isWatched(lease)) {
      owners.release(Hash64.of(keys.of(key)), lease.partition());
    }
  }

  private static boolean isWatched(Lease lease) {
    return lease.partitionCount() > 1;
  }

  private void warn(Row row, int partition, int other) {
    long now = System.nanoTime();
    if (now - lastWarned >= EVERY_NANOS) {
      lastWarned = now;
      LOG.warn(
          "the key {} comes from partitions {} and {} of {}, and silver has a row of it for each:"
              + " the topic isn't partitioned by silver.key; set rekey.topic, with new paths",
          row.describe(keyColumns),
          other,
          partition,
          topic);
    }
  }
}
