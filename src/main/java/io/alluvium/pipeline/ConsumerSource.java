package io.alluvium.pipeline;

import java.util.Collections;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** The topic as a consumer sees it. */
record ConsumerSource(Consumer<?, ?> consumer, String topic) implements SourceAccess {

  @Override
  public int partitionCount() {
    return consumer.partitionsFor(topic).size();
  }

  @Override
  public long beginning(int partition) {
    TopicPartition source = new TopicPartition(topic, partition);
    return consumer.beginningOffsets(Collections.singleton(source)).get(source);
  }

  @Override
  public long end(int partition) {
    TopicPartition source = new TopicPartition(topic, partition);
    return consumer.endOffsets(Collections.singleton(source)).get(source);
  }
}
