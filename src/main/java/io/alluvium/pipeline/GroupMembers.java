package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.error.TopicErrors;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who else works in a pipeline's consumer groups. */
public final class GroupMembers {
  private static final Logger LOG = LoggerFactory.getLogger(GroupMembers.class);
  private static final long PATIENCE_SECONDS = 10;

  private GroupMembers() {}

  /**
   * Refuses when somebody is at work on the pipeline. A broker that doesn't answer the question is
   * no reason to refuse: sharing shows later, when partitions don't come.
   *
   * @throws io.alluvium.error.UserException if the group has members
   */
  public static void refuseIfShared(PipelineConfig config) {
    for (String group : config.groups()) {
      int members = count(config, group).orElse(0);
      if (members > 0) {
        throw TopicErrors.groupShared(group, members);
      }
    }
  }

  /** How many there are; empty if the broker doesn't tell. */
  public static OptionalInt count(PipelineConfig config, String group) {
    Map<String, Object> settings = StreamsSettings.admin(config);
    try (Admin admin = Admin.create(settings)) {
      return OptionalInt.of(
          admin
              .describeConsumerGroups(Set.of(group))
              .describedGroups()
              .get(group)
              .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
              .members()
              .size());
    } catch (ExecutionException | TimeoutException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return OptionalInt.of(0);
      }
      LOG.info("the broker doesn't tell who is in group {}: {}", group, e.toString());
      return OptionalInt.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }
}
