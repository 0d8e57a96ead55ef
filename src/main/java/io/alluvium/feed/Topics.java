package io.alluvium.feed;

import io.alluvium.error.TopicErrors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;

/** Makes topics, with the broker's default of replicas. */
public final class Topics {
  private Topics() {}

  /**
   * @param client settings of any Kafka client
   * @throws io.alluvium.error.UserException when it exists already or can't be made
   */
  public static void create(Map<String, Object> client, String name, int partitions) {
    make(client, name, partitions)
        .ifPresent(
            cause -> {
              throw TopicErrors.topicNotCreated(name, cause);
            });
  }

  /** Like {@link #create}, but leaves a topic that exists as it is. */
  public static void ensure(Map<String, Object> client, String name, int partitions) {
    make(client, name, partitions)
        .filter(cause -> !(cause instanceof TopicExistsException))
        .ifPresent(
            cause -> {
              throw TopicErrors.topicNotCreated(name, cause);
            });
  }

  private static Optional<Throwable> make(Map<String, Object> client, String name, int partitions) {
    try (Admin admin = Admin.create(client)) {
      NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty());
      admin.createTopics(List.of(topic)).all().get();
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.of(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(e);
    }
  }
}
