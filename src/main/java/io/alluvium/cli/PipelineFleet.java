package io.alluvium.cli;

import io.alluvium.error.ExitCode;
import io.alluvium.ops.PipelineHealth;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The pipelines of one process. Each has threads, tables, clients and buffers of its own; what ends
 * one is told and leaves the others alone.
 */
final class PipelineFleet {
  /** How long a pipeline that couldn't start waits beside those that run. */
  static final Duration PAUSE_BEFORE_RETRY = Duration.ofSeconds(30);

  private final List<PipelineRun> runs;
  private final Duration pauseBeforeRetry;
  private final PrintWriter err;
  private final ExceptionReporter reporter;

  PipelineFleet(List<PipelineRun> runs, Duration pauseBeforeRetry, PrintWriter err) {
    this.runs = runs;
    this.pauseBeforeRetry = pauseBeforeRetry;
    this.err = err;
    this.reporter = new ExceptionReporter(err);
  }

  /** Runs all to their ends and returns the worst of them. */
  ExitCode run() throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(runs.size());
    try (Foreground foreground =
        Foreground.start(
            runs.stream().map(PipelineRun::health).toList(),
            runs.stream().map(run -> run.config().management()).toList(),
            runs,
            err)) {
      ExitCode worst = ExitCode.DONE;
      for (Future<ExitCode> end :
          threads.invokeAll(
              runs.stream().map(run -> (Callable<ExitCode>) () -> end(run)).toList())) {
        worst = worst.orWorse(end.get());
      }
      return worst;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a pipeline is told, never thrown", e);
    } finally {
      threads.shutdown();
    }
  }

  private ExitCode end(PipelineRun run) {
    Thread.currentThread().setName(run.config().name());
    try {
      return runTillEnd(run);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.FAILED;
    }
  }

  private ExitCode runTillEnd(PipelineRun run) throws InterruptedException {
    while (true) {
      try {
        run.run();
        return ExitCode.DONE;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception | Error e) {
        ExitCode code = failed(run, e);
        if (!run.mayStartLater(e) || others(run).isEmpty()) {
          return code;
        }
      }
      Thread.sleep(pauseBeforeRetry.toMillis());
      // With nobody else left, whoever started the process may judge better.
      if (others(run).isEmpty()) {
        return ExitCode.FAILED;
      }
    }
  }

  private synchronized ExitCode failed(PipelineRun run, Throwable e) {
    String name = run.config().name();
    run.health().failed(ExceptionReporter.summary(e));
    ExitCode code = reporter.report(runs.size() == 1 ? "alluvium" : "alluvium: " + name, e);
    List<String> others = others(run);
    if (!others.isEmpty()) {
      String next =
          run.mayStartLater(e)
              ? " is tried again in " + pauseBeforeRetry.toSeconds() + " s"
              : " stays down until the program is started again";
      err.println(name + next + "; still there: " + String.join(", ", others));
    }
    return code;
  }

  /** The other pipelines that haven't ended. */
  private List<String> others(PipelineRun run) {
    return runs.stream()
        .filter(other -> other != run)
        .map(PipelineRun::health)
        .filter(PipelineHealth::isAlive)
        .map(PipelineHealth::name)
        .toList();
  }
}
