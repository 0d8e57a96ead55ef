package io.alluvium.cli;

import io.alluvium.pipeline.PipelineService;

/** Stops a service cleanly when the process is told to end, and forgets it when it has ended. */
final class StopOnSignal implements AutoCloseable {
  private final Thread hook;

  private StopOnSignal(Thread hook) {
    this.hook = hook;
  }

  static StopOnSignal of(PipelineService service) {
    Thread hook = new Thread(() -> stop(service), "stop-on-signal");
    Runtime.getRuntime().addShutdownHook(hook);
    return new StopOnSignal(hook);
  }

  private static void stop(PipelineService service) {
    try {
      service.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending and the hook is at work: that is what it is for.
    }
  }
}
