package io.alluvium.cli;

import io.alluvium.config.PipelineConfig;
import io.alluvium.error.RunErrors;
import io.alluvium.error.UserException;
import io.alluvium.ops.PipelineHealth;
import io.alluvium.pipeline.GroupMembers;
import io.alluvium.pipeline.PipelineService;
import io.alluvium.pipeline.Probe;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import org.apache.kafka.common.errors.RetriableException;

/** One pipeline of the process, from before it is opened to its end. */
final class PipelineRun implements StopOnSignal.Stoppable {
  /** Until when it runs. */
  enum Until {
    STOPPED,
    /** What the topic holds at the start is durable. */
    TAKEN
  }

  private final PipelineConfig config;
  private final Until until;
  private final PrintWriter err;
  private final PipelineHealth health;
  private PipelineService service;
  private boolean stopped;

  PipelineRun(PipelineConfig config, Until until, PrintWriter err) {
    this.config = config;
    this.until = until;
    this.err = err;
    this.health = new PipelineHealth(config.name());
  }

  PipelineConfig config() {
    return config;
  }

  PipelineHealth health() {
    return health;
  }

  /**
   * Opens it and runs it to its end. Can be called again if it couldn't be opened.
   *
   * @throws io.alluvium.error.UserException what ended it, or kept it from starting
   */
  void run() throws IOException, InterruptedException {
    PipelineService opened = open();
    opened.notices().forEach(notice -> err.println(config.name() + ": " + notice));
    try {
      if (isToRun(opened)) {
        try (ProgressLine progress = ProgressLine.start(config.name(), opened, err)) {
          opened.start();
          await(opened);
        }
      }
    } finally {
      opened.close();
    }
  }

  private PipelineService open() throws IOException {
    Clock clock = Clock.systemUTC();
    if (until == Until.STOPPED) {
      return PipelineService.open(config, clock, Probe.NONE);
    }
    GroupMembers.refuseIfShared(config);
    return PipelineService.openOnce(config, clock, Probe.NONE);
  }

  private synchronized boolean isToRun(PipelineService opened) {
    service = opened;
    health.opened(opened);
    return !stopped;
  }

  private void await(PipelineService running) throws InterruptedException {
    if (until == Until.STOPPED) {
      running.awaitEnd();
      if (!isStopped()) {
        throw RunErrors.endedEarly(config.name());
      }
      return;
    }
    running.awaitTaken();
    if (!running.stop()) {
      throw RunErrors.notDurable(config.name(), config.limits().storageDeadline());
    }
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  /**
   * Whether it may go by itself what kept it from starting: a broker or a storage that is down. A
   * pipeline that was opened waits for them by itself.
   */
  boolean mayStartLater(Throwable e) {
    return until == Until.STOPPED && health.isUnopened() && isPassing(e);
  }

  private static boolean isPassing(Throwable e) {
    return e instanceof IOException
        || e instanceof UserException && e.getCause() instanceof RetriableException;
  }

  /** Stops it cleanly; one that is still being opened won't start. */
  @Override
  public void stop() throws InterruptedException {
    PipelineService running;
    synchronized (this) {
      stopped = true;
      running = service;
    }
    if (running != null) {
      running.close();
    }
  }
}
