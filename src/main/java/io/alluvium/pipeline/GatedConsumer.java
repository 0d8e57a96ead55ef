package io.alluvium.pipeline;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer whose commits, rebalances, polls and close go through a {@link ConsumerGate}. It is a
 * proxy since Kafka Streams accepts any {@link Consumer} and the interface grows with each release.
 */
final class GatedConsumer implements InvocationHandler {
  private static final Logger LOG = LoggerFactory.getLogger(GatedConsumer.class);
  private static final Duration CLOSE = Duration.ofSeconds(30);
  private static final Duration LAST_COMMIT = Duration.ofSeconds(5);

  private final Consumer<byte[], byte[]> delegate;
  private final ConsumerGate gate;

  private GatedConsumer(Consumer<byte[], byte[]> delegate, ConsumerGate gate) {
    this.delegate = delegate;
    this.gate = gate;
  }

  @SuppressWarnings("unchecked") // the proxy implements exactly the interface of its delegate
  static Consumer<byte[], byte[]> wrap(Consumer<byte[], byte[]> delegate, ConsumerGate gate) {
    return (Consumer<byte[], byte[]>)
        Proxy.newProxyInstance(
            GatedConsumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            new GatedConsumer(delegate, gate));
  }

  @Override
  @SuppressWarnings("unchecked") // Consumer declares the argument as such a map
  public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
    switch (method.getName()) {
      case "commitSync" -> {
        if (args != null && args[0] instanceof Map<?, ?> offsets) {
          gate.commit(
              (Map<TopicPartition, OffsetAndMetadata>) offsets,
              allowed -> commit(allowed, args.length > 1 ? (Duration) args[1] : null));
          return null;
        }
      }
      case "subscribe" -> {
        if (args.length > 1 && args[1] instanceof ConsumerRebalanceListener listener) {
          args[1] = new GatedListener(listener);
        }
      }
      case "poll" -> {
        gate.polling(delegate);
        Object records = call(method, args);
        gate.polled((ConsumerRecords<?, ?>) records, delegate);
        return records;
      }
      case "close" -> {
        gate.closing(offsets -> delegate.commitSync(offsets, LAST_COMMIT));
        findCoordinator();
        // A member that leaves lets the next owner begin at once (KIP-1092).
        delegate.close(
            CloseOptions.timeout(CLOSE)
                .withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
        return null;
      }
      default -> {}
    }
    return call(method, args);
  }

  private void commit(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
    if (timeout == null) {
      delegate.commitSync(offsets);
    } else {
      delegate.commitSync(offsets, timeout);
    }
  }

  /**
   * A leave goes only to a coordinator that is known, which it isn't after a lost connection; then
   * the next owner would wait for a whole {@code session.timeout.ms}.
   */
  private void findCoordinator() {
    try {
      var unused = delegate.committed(delegate.assignment(), LAST_COMMIT);
    } catch (KafkaException e) {
      LOG.info("the group may not hear that this consumer leaves: {}", e.toString());
    }
  }

  private Object call(Method method, Object[] args) throws Throwable {
    try {
      return method.invoke(delegate, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Tells the gate of rebalances around Streams' own listener. */
  private final class GatedListener implements ConsumerRebalanceListener {
    private final ConsumerRebalanceListener streams;

    GatedListener(ConsumerRebalanceListener streams) {
      this.streams = streams;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      streams.onPartitionsAssigned(partitions);
      gate.assigned(partitions, delegate);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      gate.revoked(partitions, () -> streams.onPartitionsRevoked(partitions));
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      gate.lost(partitions, () -> streams.onPartitionsLost(partitions));
    }
  }
}
