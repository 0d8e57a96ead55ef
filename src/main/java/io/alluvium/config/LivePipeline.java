package io.alluvium.config;

import io.alluvium.error.UserException;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pipeline whose Kafka settings follow what files and Vault hold. All other settings stay as they
 * were at the start, since tables that are at work don't move. Of one thread.
 */
public final class LivePipeline {
  private static final Logger LOG = LoggerFactory.getLogger(LivePipeline.class);

  private final PipelineConfig atStart;
  private ParsedPipeline parsed;
  private PipelineConfig current;
  private boolean failing;

  public LivePipeline(ParsedPipeline parsed) {
    this.parsed = parsed;
    this.atStart = parsed.config();
    this.current = atStart;
  }

  /** The pipeline as it is to run now. */
  public PipelineConfig current() {
    return current;
  }

  /** Whether there is anything to follow. */
  public boolean isRenewable() {
    return parsed.isRenewable();
  }

  /** How often to look. */
  public Duration interval() {
    return atStart.secretsCheckInterval();
  }

  /**
   * Looks at files and Vault; each is asked once. What can't be read, or doesn't do, changes
   * nothing.
   *
   * @return whether {@link #current} has changed
   */
  public boolean renew() {
    try {
      ParsedPipeline now = parsed.renewed();
      failing = false;
      parsed = now;
    } catch (IOException | UserException e) {
      failed(e);
      return false;
    }
    PipelineConfig changed = atStart.withKafka(parsed.config().kafka());
    if (changed.equals(current)) {
      return false;
    }
    current = changed;
    return true;
  }

  /** An outage is told once, not at each look. */
  private void failed(Exception e) {
    if (!failing) {
      LOG.warn(
          "{}: secrets can't be read again, so it goes on with those it has: {}",
          atStart.name(),
          e.getMessage());
    }
    failing = true;
  }
}
