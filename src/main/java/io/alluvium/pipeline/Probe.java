package io.alluvium.pipeline;

/**
 * Told of each {@link Step} as it happens, on the thread that takes it. The service runs with
 * {@link #NONE}; tests stop the process here.
 */
@FunctionalInterface
public interface Probe {
  Probe NONE = step -> {};

  void at(Step step);
}
