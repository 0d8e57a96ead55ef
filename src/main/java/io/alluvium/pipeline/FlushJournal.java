package io.alluvium.pipeline;

/**
 * Is told of every flush of bronze and silver. Called by the tables' writer threads: it must not
 * wait for anything, and not throw.
 */
@FunctionalInterface
public interface FlushJournal {
  FlushJournal NONE = flush -> {};

  void flushed(Flush flush);
}
