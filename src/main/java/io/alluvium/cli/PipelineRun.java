package io.alluvium.cli;

import io.alluvium.config.LivePipeline;
import io.alluvium.config.PipelineConfig;
import io.alluvium.error.RunErrors;
import io.alluvium.error.UserException;
import io.alluvium.ops.FlushLog;
import io.alluvium.ops.PipelineHealth;
import io.alluvium.pipeline.GroupMembers;
import io.alluvium.pipeline.PipelineService;
import io.alluvium.pipeline.Probe;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pipeline of the process, from before it is opened to its end. Kafka's clients read their
 * credentials once, so a pipeline whose secrets change is stopped cleanly and opened again.
 */
final class PipelineRun implements StopOnSignal.Stoppable {
  private static final Logger LOG = LoggerFactory.getLogger(PipelineRun.class);

  /** Until when it runs. */
  enum Until {
    STOPPED,
    /** What the topic holds at the start is durable. */
    TAKEN
  }

  private final LivePipeline live;
  private final Until until;
  private final PrintWriter err;
  private final PipelineHealth health;
  private final Comeback comeback;
  private volatile FlushLog flushLog;
  private PipelineService service;
  private boolean begun;
  private boolean stopped;

  PipelineRun(LivePipeline live, Until until, PrintWriter err) {
    this.live = live;
    this.until = until;
    this.err = err;
    this.health = new PipelineHealth(live.current().name());
    this.comeback = new Comeback(Comeback.PATIENCE, System::nanoTime);
  }

  PipelineConfig config() {
    return live.current();
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
    if (begun && live.isRenewable()) {
      live.renew();
    }
    begun = true;
    try (FlushLog log = FlushLog.start(config(), Clock.systemUTC(), health.logEntries())) {
      flushLog = log;
      runTillEnd();
    } finally {
      health.ended();
    }
  }

  private void runTillEnd() throws IOException, InterruptedException {
    boolean again = true;
    while (again) {
      try {
        again = runThrough();
      } catch (IOException | UserException e) {
        if (!isToComeBack(e)) {
          throw e;
        }
        LOG.warn("{} can't go on, and tries it with secrets read anew", config().name(), e);
        again = pause(Comeback.PAUSE);
        live.renew();
      }
    }
  }

  private boolean isToComeBack(Exception e) {
    return until == Until.STOPPED
        && live.isRenewable()
        && !health.isUnopened()
        && comeback.isWorthIt(e);
  }

  /** Returns whether it is to be opened again, since its secrets have changed. */
  private boolean runThrough() throws IOException, InterruptedException {
    PipelineService opened = open();
    opened.notices().forEach(notice -> err.println(config().name() + ": " + notice));
    try {
      if (!isToRun(opened)) {
        return false;
      }
      try (ProgressLine progress = ProgressLine.start(config().name(), opened, err)) {
        opened.start();
        return await(opened);
      }
    } finally {
      health.pausing();
      opened.close();
    }
  }

  private PipelineService open() throws IOException {
    Clock clock = Clock.systemUTC();
    if (until == Until.STOPPED) {
      return PipelineService.open(config(), clock, Probe.NONE, flushLog);
    }
    GroupMembers.refuseIfShared(config());
    return PipelineService.openOnce(config(), clock, Probe.NONE, flushLog);
  }

  private synchronized boolean isToRun(PipelineService opened) {
    service = opened;
    health.opened(opened);
    return !stopped;
  }

  private boolean await(PipelineService running) throws InterruptedException {
    if (until == Until.STOPPED) {
      return awaitEndOrChange(running);
    }
    running.awaitTaken();
    if (!running.stop()) {
      throw RunErrors.notDurable(config().name(), config().limits().storageDeadline());
    }
    return false;
  }

  private boolean awaitEndOrChange(PipelineService running) throws InterruptedException {
    while (!running.awaitEnd(live.interval())) {
      if (running.isRunning()) {
        comeback.succeeded();
      }
      if (live.isRenewable() && live.renew()) {
        err.println(config().name() + ": its secrets have changed; it starts again with the new");
        LOG.info("{}: secrets have changed, opening it again", config().name());
        return true;
      }
    }
    if (!isStopped()) {
      throw RunErrors.endedEarly(config().name());
    }
    return false;
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  /** Returns whether it hasn't been stopped meanwhile. */
  private synchronized boolean pause(Duration time) throws InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    for (long left = time.toMillis(); !stopped && left > 0; left = millisTo(deadline)) {
      wait(left);
    }
    return !stopped;
  }

  private static long millisTo(long deadline) {
    return (deadline - System.nanoTime()) / 1_000_000;
  }

  /**
   * Whether it may go by itself what kept it from starting: a broker or a storage that is down, or
   * a secret that will be changed. A pipeline that was opened waits for the former by itself.
   */
  boolean mayStartLater(Throwable e) {
    return until == Until.STOPPED
        && (health.isUnopened() && Comeback.isPassing(e)
            || live.isRenewable() && Comeback.isRefused(e));
  }

  /** Stops it cleanly; one that is still being opened won't start. */
  @Override
  public void stop() throws InterruptedException {
    PipelineService running;
    synchronized (this) {
      stopped = true;
      notifyAll();
      running = service;
    }
    if (running != null) {
      running.close();
      flushLog.close();
    }
  }
}
