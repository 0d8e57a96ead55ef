package io.alluvium.pipeline;

import java.util.Collection;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.streams.Topology;

/**
 * One Kafka Streams application of a pipeline.
 *
 * @param group its application id and consumer group
 * @param topic what it reads
 * @param gates makes a gate for one stream thread's consumer
 */
record Stage(
    String group,
    String topic,
    Leases leases,
    RunControl control,
    Topology topology,
    Supplier<ConsumerGate> gates) {

  /** Whether its partitions are all here. */
  boolean allAssigned(Collection<Integer> partitions) {
    return partitions.stream().allMatch(p -> leases.current(p) != null);
  }

  /** Whether everything below some offsets is taken by the tasks, and what expires has expired. */
  boolean taken(Map<Integer, Long> limits) {
    return limits.entrySet().stream().allMatch(e -> taken(e.getKey(), e.getValue()));
  }

  /** By the consumer's position: the last offsets of a topic needn't hold a record. */
  private boolean taken(int partition, long limit) {
    Lease lease = leases.current(partition);
    return lease != null
        && lease.live()
        && lease.received() >= limit
        && Math.min(lease.processed(), lease.expiredTo()) >= Math.min(limit, lease.handedOut());
  }
}
