package io.alluvium.ops;

import io.alluvium.oci.logging.ShippedEntries;
import io.alluvium.pipeline.PipelineService;
import java.util.Optional;

/** How one pipeline of the process is doing, from before it is opened. Safe for several threads. */
public final class PipelineHealth {
  private final String name;
  private final ShippedEntries logEntries = new ShippedEntries();
  private volatile PipelineService service;
  private volatile String failure;
  private volatile boolean pausing;

  public PipelineHealth(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** What became of the entries for OCI Logging. */
  public ShippedEntries logEntries() {
    return logEntries;
  }

  /** From now on it is as the service says. */
  public void opened(PipelineService opened) {
    service = opened;
    failure = null;
    pausing = false;
  }

  /** What was opened is closed, and may be opened again before it is said to have failed. */
  public void pausing() {
    pausing = true;
  }

  /** It has come to its end. */
  public void ended() {
    pausing = false;
  }

  /** It is down until somebody has done something about it. */
  public void failed(String reason) {
    failure = reason;
  }

  public boolean isUnopened() {
    return service == null;
  }

  Optional<PipelineService> service() {
    return Optional.ofNullable(service);
  }

  /** Whether it hasn't ended; one that is being opened hasn't. */
  public boolean isAlive() {
    PipelineService opened = service;
    return failure == null && (pausing || opened == null || !opened.hasEnded());
  }

  /** Whether its partitions are assigned and loaded. */
  boolean isReady() {
    PipelineService opened = service;
    return opened != null && isAlive() && !pausing && opened.isRunning();
  }

  /** The same in a line. */
  String describe() {
    String reason = failure;
    if (reason != null) {
      return name + ": failed: " + reason;
    }
    if (!isAlive()) {
      return name + ": ended";
    }
    return name + (isReady() ? ": ok" : ": not ready");
  }
}
