package io.alluvium.pipeline;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.streams.state.StoreBuilder;

/** Makes a task's store; never logged, since silver is the only durable state. */
record LatestStoreBuilder<T>(String name, Supplier<LatestStateStore<T>> stores)
    implements StoreBuilder<LatestStateStore<T>> {

  @Override
  public LatestStateStore<T> build() {
    return stores.get();
  }

  @Override
  public boolean loggingEnabled() {
    return false;
  }

  @Override
  public Map<String, String> logConfig() {
    return Map.of();
  }

  @Override
  public StoreBuilder<LatestStateStore<T>> withLoggingDisabled() {
    return this;
  }

  @Override
  public StoreBuilder<LatestStateStore<T>> withLoggingEnabled(Map<String, String> config) {
    throw new UnsupportedOperationException("the store is loaded from silver, not from a topic");
  }

  @Override
  public StoreBuilder<LatestStateStore<T>> withCachingEnabled() {
    return this;
  }

  @Override
  public StoreBuilder<LatestStateStore<T>> withCachingDisabled() {
    return this;
  }
}
