package io.alluvium.ops;

import io.alluvium.pipeline.PipelineService;
import java.util.List;
import java.util.Optional;

/** How one pipeline of the process is doing, from before it is opened. Safe for several threads. */
public final class PipelineHealth {
  private final String name;
  private volatile PipelineService service;
  private volatile String failure;

  public PipelineHealth(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  /** From now on it is as the service says. */
  public void opened(PipelineService opened) {
    service = opened;
    failure = null;
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
    if (opened == null) {
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
    return (opened == null ? Optional.of("it is being opened") : opened.vitals().hindrance())
        .map(why -> "not ready: " + why);
  }
}
