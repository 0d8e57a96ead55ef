package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.error.Errors;
import io.alluvium.error.UserException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a partition its lease when it is assigned: reads where both tables stand, holds that
 * against what the topic has, and writes a first position where there is none. Works on the stream
 * thread, inside the rebalance, so its patience with storage is bounded.
 */
final class LeaseOffice {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseOffice.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final PipelineConfig config;
  private final AppIds appIds;
  private final TableLog bronze;
  private final TableLog silver;

  LeaseOffice(PipelineConfig config, TableLog bronze, TableLog silver) {
    this.config = config;
    this.appIds = AppIds.of(config);
    this.bronze = bronze;
    this.silver = silver;
  }

  /**
   * A new lease of the partition.
   *
   * @throws UserException if the topic and the tables don't fit together
   * @throws IOException if storage is down past the deadline
   */
  Lease open(int partition, SourceAccess source) throws IOException, InterruptedException {
    Retry retry = new Retry(config.limits().storageDeadline(), FIRST_PAUSE, LONGEST_PAUSE);
    while (true) {
      try {
        Lease lease = tryOpen(partition, source);
        if (lease != null) {
          return lease;
        }
      } catch (IOException e) {
        LOG.warn("the tables' positions can't be read, trying again: {}", e.toString());
        if (!retry.pause()) {
          throw e;
        }
      }
    }
  }

  /** Null if a position was written or moved and has to be read again. */
  private Lease tryOpen(int partition, SourceAccess source) throws IOException {
    OptionalLong silverNext = silver.snapshot().txn(appIds.silver(partition));
    OptionalLong bronzeNext = bronze.snapshot().txn(appIds.bronze(partition));
    StartPosition start =
        StartPosition.decide(
            bronzeNext,
            silverNext,
            source.beginning(partition),
            source.end(partition),
            config.source());
    if (start instanceof StartPosition.Resume resume) {
      return new Lease(
          partition, source.partitionCount(), resume.offset(), resume.bronze(), resume.silver());
    }
    if (start instanceof StartPosition.Anchor anchor) {
      LOG.info("partition {} starts at offset {}", partition, anchor.offset());
      // Silver first: a silver position without a bronze one is a start that was cut short.
      move(silver, appIds.silver(partition), silverNext, anchor.offset(), Operations.Reason.START);
      rememberPartitions(source.partitionCount());
      move(bronze, appIds.bronze(partition), bronzeNext, anchor.offset(), Operations.Reason.START);
      return null;
    }
    if (start instanceof StartPosition.Skip skip) {
      LOG.warn("partition {}: offsets {} to {} are gone", partition, skip.from(), skip.to());
      // Bronze first: silver must never pass it.
      move(bronze, appIds.bronze(partition), bronzeNext, skip.to(), Operations.Reason.SKIP_GAP);
      move(silver, appIds.silver(partition), silverNext, skip.to(), Operations.Reason.SKIP_GAP);
      return null;
    }
    throw refusal(partition, start);
  }

  /**
   * Notes how many partitions the topic has when bronze has no position yet. Partitions only ever
   * become more, so the same number later on means that no key has moved since.
   */
  private void rememberPartitions(int count) throws IOException {
    TableSnapshot now = bronze.snapshot();
    if (appIds.bronzePositions(now.txns()).isEmpty()) {
      move(
          bronze,
          appIds.partitions(),
          now.txn(appIds.partitions()),
          count,
          Operations.Reason.START);
    }
  }

  private void move(
      TableLog table, String appId, OptionalLong current, long next, Operations.Reason reason)
      throws IOException {
    if (current.orElse(TxnAdvance.NONE) >= next) {
      return;
    }
    TxnAdvance advance = new TxnAdvance(appId, current.orElse(TxnAdvance.NONE), next);
    CommitOutcome outcome =
        table.commit(
            new TableChange(
                UUID.randomUUID().toString(),
                List.of(),
                List.of(),
                List.of(advance),
                Operations.move(reason, List.of(advance))));
    if (!(outcome instanceof CommitOutcome.Committed)) {
      LOG.info("{} was moved by somebody else meanwhile: {}", appId, outcome);
    }
  }

  private UserException refusal(int partition, StartPosition start) {
    String topic = appIds.topic();
    if (start instanceof StartPosition.Gap gap) {
      return Errors.offsetsGone(topic, partition, gap.position(), gap.beginning());
    }
    if (start instanceof StartPosition.SilverGap gap) {
      return Errors.silverOffsetsGone(
          topic, partition, gap.silver(), gap.beginning(), gap.bronze());
    }
    if (start instanceof StartPosition.Ahead ahead) {
      return Errors.topicEndsBeforePosition(topic, partition, ahead.position(), ahead.end());
    }
    if (start instanceof StartPosition.SilverMissing missing) {
      return Errors.silverWithoutPosition(
          config.silver().table().name(), topic, partition, missing.bronze());
    }
    StartPosition.BronzeBehind behind = (StartPosition.BronzeBehind) start;
    return Errors.bronzeBehindSilver(topic, partition, behind.bronze(), behind.silver());
  }
}
