package io.alluvium.pipeline;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.ThreadMetadata;

/**
 * Whether an application's stream threads are there: Streams itself notices a thread that died only
 * as long as the thread could say so.
 */
final class StreamThreads {
  private static final int ENUMERATED_MORE = 64;

  private StreamThreads() {}

  /** What is missing of those that are to run; empty before the start and after the end. */
  static List<String> dead(KafkaStreams streams, int expected) {
    if (!streams.state().isRunningOrRebalancing()) {
      return List.of();
    }
    return missing(
        streams.metadataForLocalThreads().stream().map(ThreadMetadata::threadName).toList(),
        expected,
        running());
  }

  /** Threads that Streams believes in and the JVM doesn't have, and one that neither knows. */
  static List<String> missing(Collection<String> believed, int expected, Set<String> running) {
    List<String> dead = believed.stream().filter(name -> !running.contains(name)).toList();
    return dead.isEmpty() && believed.size() < expected
        ? List.of((expected - believed.size()) + " of " + expected + " stream threads")
        : dead;
  }

  /** The names of this process's threads. Asks for no stack traces, which would stop them all. */
  private static Set<String> running() {
    ThreadGroup all = Thread.currentThread().getThreadGroup();
    while (all.getParent() != null) {
      all = all.getParent();
    }
    Thread[] threads = new Thread[all.activeCount() + ENUMERATED_MORE];
    int count = all.enumerate(threads);
    Set<String> names = new HashSet<>();
    for (int i = 0; i < count; i++) {
      names.add(threads[i].getName());
    }
    return names;
  }

  /** How many threads these settings ask for. */
  static int expected(Properties settings) {
    Object configured = settings.get(StreamsConfig.NUM_STREAM_THREADS_CONFIG);
    return configured == null ? 1 : Integer.parseInt(configured.toString());
  }
}
