package io.alluvium.pipeline;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/** Kafka's own clients, the main consumer of each stream thread behind a gate of its own. */
final class GatedClientSupplier extends DefaultKafkaClientSupplier {
  private final Supplier<ConsumerGate> gates;

  GatedClientSupplier(Supplier<ConsumerGate> gates) {
    this.gates = gates;
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return GatedConsumer.wrap(super.getConsumer(config), gates.get());
  }
}
