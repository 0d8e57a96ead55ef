package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.error.TopicErrors;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices a topic that was deleted and created anew: its offsets begin again, so that a position
 * may look valid and mean nothing. Bronze remembers the topic's id (KIP-516) as a transaction
 * version of its own, 63 bits of it. A broker that doesn't tell ids, or not to us, is believed.
 */
public final class TopicIdentity {
  private static final Logger LOG = LoggerFactory.getLogger(TopicIdentity.class);
  private static final long PATIENCE_SECONDS = 10;

  private TopicIdentity() {}

  /**
   * Compares, and remembers the id at the first time.
   *
   * @throws io.alluvium.error.UserException if the topic is another one than bronze was filled from
   */
  static void check(PipelineConfig config, TableLog bronze) throws IOException {
    OptionalLong id = current(config);
    if (id.isEmpty()) {
      return;
    }
    AppIds appIds = AppIds.of(config);
    TableSnapshot snapshot = bronze.snapshot();
    OptionalLong known = snapshot.txn(appIds.topicId());
    long now = id.getAsLong();
    if (known.isPresent() && known.getAsLong() != now) {
      throw TopicErrors.topicRecreated(
          appIds.topic(), Long.toHexString(known.getAsLong()), Long.toHexString(now));
    }
    if (known.isEmpty()) {
      remember(appIds, bronze, now);
    }
  }

  /** What tells the topic from another of its name, as bronze remembers it; empty if unknown. */
  public static OptionalLong current(PipelineConfig config) {
    return ask(config)
        .map(id -> OptionalLong.of(id.getMostSignificantBits() & Long.MAX_VALUE))
        .orElse(OptionalLong.empty());
  }

  private static void remember(AppIds appIds, TableLog bronze, long id) throws IOException {
    List<TxnAdvance> advances = List.of(new TxnAdvance(appIds.topicId(), TxnAdvance.NONE, id));
    CommitOutcome outcome =
        bronze.commit(
            new TableChange(
                UUID.randomUUID().toString(),
                List.of(),
                List.of(),
                advances,
                Operations.move(Operations.Reason.START, advances)));
    LOG.info("topic {} has the id {}: {}", appIds.topic(), Long.toHexString(id), outcome);
  }

  private static Optional<Uuid> ask(PipelineConfig config) {
    String topic = config.source().topic();
    try (Admin admin = Admin.create(StreamsSettings.admin(config))) {
      Uuid id =
          admin
              .describeTopics(Set.of(topic))
              .topicNameValues()
              .get(topic)
              .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
              .topicId();
      return Optional.of(id).filter(found -> !found.equals(Uuid.ZERO_UUID));
    } catch (ExecutionException | TimeoutException e) {
      LOG.info("the broker doesn't tell the id of topic {}: {}", topic, e.toString());
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
