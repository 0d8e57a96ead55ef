package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.error.RekeyErrors;
import io.alluvium.error.RunErrors;
import io.alluvium.error.TopicErrors;
import io.alluvium.error.UserException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a partition its lease when it is assigned: reads where both tables stand, holds that
 * against what the topic has, and writes a first position where there is none. Works on the stream
 * thread, inside the rebalance, so its patience with storage is bounded.
 */
final class LeaseOffice implements Leasing {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseOffice.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final PipelineConfig config;
  private final AppIds appIds;
  private final SilverPositions positions;
  private final int ways;
  private final TableLog bronze;
  private final TableLog silver;

  /**
   * @param ways how many ways rows take to silver, see {@link SilverReach}
   */
  LeaseOffice(PipelineConfig config, int ways, TableLog bronze, TableLog silver) {
    this.config = config;
    this.appIds = AppIds.of(config);
    this.positions = SilverPositions.of(config);
    this.ways = ways;
    this.bronze = bronze;
    this.silver = silver;
  }

  @Override
  public Lease open(int partition, SourceAccess source) throws IOException, InterruptedException {
    Retry retry = new Retry(config.limits().storageDeadline(), FIRST_PAUSE, LONGEST_PAUSE);
    return Leasing.patiently(retry, () -> tryOpen(partition, source));
  }

  /** Empty if a position was written or moved and has to be read again. */
  private Optional<Lease> tryOpen(int partition, SourceAccess source) throws IOException {
    SilverReach reach = positions.read(silver.snapshot().txns());
    requireAllWays(reach.ways(partition).keySet());
    OptionalLong bronzeNext = bronze.snapshot().txn(appIds.bronze(partition));
    StartPosition start =
        StartPosition.decide(
            bronzeNext,
            reach.lowest(partition),
            source.beginning(partition),
            source.end(partition),
            config.source());
    if (start instanceof StartPosition.Resume resume) {
      return Optional.of(
          new Lease(
              partition,
              source.partitionCount(),
              resume.offset(),
              resume.bronze(),
              resume.silver()));
    }
    if (start instanceof StartPosition.Anchor anchor) {
      LOG.info("partition {} starts at offset {}", partition, anchor.offset());
      // Silver first: a silver position without a bronze one is a start that was cut short.
      moveSilver(partition, reach, anchor.offset(), Operations.Reason.START);
      rememberPartitions(source.partitionCount());
      moveBronze(partition, bronzeNext, anchor.offset(), Operations.Reason.START);
      return Optional.empty();
    }
    if (start instanceof StartPosition.Skip skip) {
      LOG.warn("partition {}: offsets {} to {} are gone", partition, skip.from(), skip.to());
      // Bronze first: silver must never pass it.
      moveBronze(partition, bronzeNext, skip.to(), Operations.Reason.SKIP_GAP);
      moveSilver(partition, reach, skip.to(), Operations.Reason.SKIP_GAP);
      return Optional.empty();
    }
    if (start instanceof StartPosition.SilverMissing && isInSilver(partition)) {
      return Optional.empty();
    }
    throw refusal(partition, start);
  }

  /** Whoever had the partition before may have begun it in both tables since silver was read. */
  private boolean isInSilver(int partition) throws IOException {
    return positions.read(silver.snapshot().txns()).lowest(partition).isPresent();
  }

  /** Silver may know nothing of a source partition, or all ways to it, but not some. */
  private void requireAllWays(Set<Integer> known) {
    int found = known.size();
    if (found > 0 && found != ways) {
      throw RekeyErrors.partitionsChanged(config.rekey().orElseThrow().topic(), found, ways);
    }
  }

  /**
   * Notes how many partitions the topic has when bronze has no position yet. Partitions only ever
   * become more, so the same number later on means that no key has moved since.
   */
  private void rememberPartitions(int count) throws IOException {
    TableSnapshot now = bronze.snapshot();
    long expected = now.txn(appIds.partitions()).orElse(TxnAdvance.NONE);
    if (appIds.bronzePositions(now.txns()).isEmpty() && expected < count) {
      TxnAdvance advance = new TxnAdvance(appIds.partitions(), expected, count);
      Moving.move(bronze, List.of(advance), Operations.Reason.START);
    }
  }

  private void moveBronze(int partition, OptionalLong current, long next, Operations.Reason reason)
      throws IOException {
    long expected = current.orElse(TxnAdvance.NONE);
    if (expected < next) {
      TxnAdvance advance = new TxnAdvance(appIds.bronze(partition), expected, next);
      Moving.move(bronze, List.of(advance), reason);
    }
  }

  private void moveSilver(int partition, SilverReach reach, long next, Operations.Reason reason)
      throws IOException {
    List<TxnAdvance> advances = new ArrayList<>();
    for (int way = 0; way < ways; way++) {
      long expected = reach.ways(partition).getOrDefault(way, TxnAdvance.NONE);
      if (expected < next) {
        advances.add(new TxnAdvance(positions.id(way, partition), expected, next));
      }
    }
    if (!advances.isEmpty()) {
      Moving.move(silver, advances, reason);
    }
  }

  private UserException refusal(int partition, StartPosition start) {
    String topic = appIds.topic();
    if (start instanceof StartPosition.Gap gap) {
      return TopicErrors.offsetsGone(topic, partition, gap.position(), gap.beginning());
    }
    if (start instanceof StartPosition.SilverGap gap) {
      return TopicErrors.silverOffsetsGone(
          topic, partition, gap.silver(), gap.beginning(), gap.bronze());
    }
    if (start instanceof StartPosition.Ahead ahead) {
      return TopicErrors.topicEndsBeforePosition(topic, partition, ahead.position(), ahead.end());
    }
    if (start instanceof StartPosition.SilverMissing missing) {
      return RunErrors.silverWithoutPosition(
          config.silver().table().name(), topic, partition, missing.bronze());
    }
    StartPosition.BronzeBehind behind = (StartPosition.BronzeBehind) start;
    return RunErrors.bronzeBehindSilver(topic, partition, behind.bronze(), behind.silver());
  }
}
