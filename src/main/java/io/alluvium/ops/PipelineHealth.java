package io.alluvium.ops;

import io.alluvium.oci.logging.ShippedEntries;
import io.alluvium.pipeline.PipelineService;
import java.util.List;
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

  /** Whether it hasn't ended and has all its threads; one that is being opened counts. */
  public boolean isAlive() {
    return death().isEmpty();
  }

  /** Whether its partitions are assigned and loaded, and its tables take what is written. */
  boolean isReady() {
    return isAlive() && hindrance().isEmpty();
  }

  /** The same in a line, with the reason. */
  String describe() {
    return name + ": " + death().or(this::hindrance).orElse("ok");
  }

  private Optional<String> death() {
    PipelineService opened = service;
    String reason = failure;
    if (reason != null) {
      return Optional.of("failed: " + reason);
    }
    if (opened == null || pausing) {
      return Optional.empty();
    }
    if (opened.hasEnded()) {
      return Optional.of("ended");
    }
    List<String> dead = opened.vitals().deadThreads();
    return dead.isEmpty()
        ? Optional.empty()
        : Optional.of("dead threads: " + String.join(", ", dead));
  }

  private Optional<String> hindrance() {
    PipelineService opened = service;
    return (opened == null || pausing
            ? Optional.of("it is being opened")
            : opened.vitals().hindrance())
        .map(why -> "not ready: " + why);
  }
}
