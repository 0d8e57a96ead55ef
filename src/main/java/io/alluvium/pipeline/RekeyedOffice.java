package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.error.RekeyErrors;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a partition of the re-keyed topic its lease. Silver's position there only says where to
 * read on: what was taken is known by the source's offsets. So what the topic has lost is no loss,
 * as long as the source has it: it is sent again.
 */
final class RekeyedOffice implements Leasing {
  private static final Logger LOG = LoggerFactory.getLogger(RekeyedOffice.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  /** Bronze has all that comes here: it was durable before it was sent. */
  private static final long ALL = Long.MAX_VALUE;

  private final PipelineConfig config;
  private final RekeyIds ids;
  private final int partitions;
  private final TableLog silver;
  private final Resending resending;

  /**
   * @param partitions of the topic when the service was opened
   */
  RekeyedOffice(
      PipelineConfig config, RekeyIds ids, int partitions, TableLog silver, Resending resending) {
    this.config = config;
    this.ids = ids;
    this.partitions = partitions;
    this.silver = silver;
    this.resending = resending;
  }

  @Override
  public Lease open(int partition, SourceAccess source) throws IOException, InterruptedException {
    if (source.partitionCount() != partitions) {
      throw RekeyErrors.partitionsChanged(
          ids.rekeyed().topic(), partitions, source.partitionCount());
    }
    Retry retry = new Retry(config.limits().storageDeadline(), FIRST_PAUSE, LONGEST_PAUSE);
    return Leasing.patiently(retry, () -> tryOpen(partition, source));
  }

  private Optional<Lease> tryOpen(int partition, SourceAccess source) throws IOException {
    OptionalLong position = silver.snapshot().txn(ids.rekeyed().silver(partition));
    long beginning = source.beginning(partition);
    long end = source.end(partition);
    if (position.isPresent() && position.getAsLong() >= beginning && position.getAsLong() <= end) {
      return Optional.of(
          new Lease(partition, partitions, position.getAsLong(), ALL, position.getAsLong()));
    }
    long expected = position.orElse(TxnAdvance.NONE);
    LOG.warn(
        "{}, partition {} has offsets {} to {}, and silver needs {} next",
        ids.rekeyed().topic(),
        partition,
        beginning,
        end,
        expected);
    TxnAdvance advance = new TxnAdvance(ids.rekeyed().silver(partition), expected, beginning);
    Moving.move(silver, List.of(advance), Operations.Reason.SKIP_GAP);
    resending.askAll("the re-keyed topic has lost messages");
    return Optional.empty();
  }
}
