package io.alluvium.cli;

import io.alluvium.pipeline.Counters;
import io.alluvium.pipeline.Lease;
import io.alluvium.pipeline.PipelineService;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/** Says every few seconds what a running pipeline does, and once more when it ends. */
final class ProgressLine implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(5);

  private final String name;
  private final PipelineService service;
  private final PrintWriter out;
  private final Thread thread;
  private final long began = System.nanoTime();

  private long lastRecords;
  private long lastNanos = began;

  private ProgressLine(String name, PipelineService service, PrintWriter out) {
    this.name = name;
    this.service = service;
    this.out = out;
    this.thread = new Thread(this::run, name + "-progress");
    thread.setDaemon(true);
  }

  static ProgressLine start(String name, PipelineService service, PrintWriter out) {
    ProgressLine line = new ProgressLine(name, service, out);
    line.thread.start();
    return line;
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(EVERY.toMillis());
        out.println(line(lastRecords, lastNanos, state(service)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized String line(long sinceRecords, long sinceNanos, String state) {
    Counters counters = service.counters();
    long now = System.nanoTime();
    long records = counters.records();
    double rate = (records - sinceRecords) / Math.max(1e-3, (now - sinceNanos) / 1e9);
    lastRecords = records;
    lastNanos = now;
    return String.format(
        Locale.ROOT,
        "%s: %,d records (%,.0f/s), %s, bronze v%s, silver v%s (%,d rows written)%s",
        name,
        records,
        rate,
        state,
        version(counters.bronzeVersion()),
        version(counters.silverVersion()),
        counters.silverRows(),
        troubles(counters));
  }

  private static String state(PipelineService service) {
    Collection<Lease> rekeyed = service.rekeyedLeases().all();
    if (service.leases().all().isEmpty() && rekeyed.isEmpty()) {
      return "no partition assigned";
    }
    long loaded = 0;
    long expected = 0;
    for (Lease lease : service.silverLeases().all()) {
      if (lease.loading().share() < 1 && lease.loading().rows() > 0) {
        loaded += lease.loading().rows();
        expected += lease.loading().expected();
      }
    }
    if (expected > 0) {
      return String.format(Locale.ROOT, "loading silver, %,d of %,d rows", loaded, expected);
    }
    String lag = lag("lag", service.leases().all());
    return rekeyed.isEmpty() ? lag : lag + ", " + lag("re-keyed lag", rekeyed);
  }

  private static String lag(String what, Collection<Lease> leases) {
    long lag = 0;
    for (Lease lease : leases) {
      if (lease.lag() < 0) {
        return what + " unknown";
      }
      lag += lease.lag();
    }
    return String.format(Locale.ROOT, "%s %,d", what, lag);
  }

  private static String version(long version) {
    return version < 0 ? "-" : Long.toString(version);
  }

  private static String troubles(Counters counters) {
    StringBuilder text = new StringBuilder();
    counters
        .incomplete()
        .forEach(
            (column, count) ->
                text.append(
                    String.format(Locale.ROOT, ", %,d without %s not in silver", count, column)));
    for (Map.Entry<String, Long> fault : counters.faults().entrySet()) {
      text.append(String.format(Locale.ROOT, ", %s %,d", fault.getKey(), fault.getValue()));
    }
    if (counters.restarts() > 0) {
      text.append(String.format(Locale.ROOT, ", restarts %,d", counters.restarts()));
    }
    return text.toString();
  }

  @Override
  public void close() {
    thread.interrupt();
    String took = String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - began) / 1e9);
    out.println(line(0, began, "stopped after " + took));
  }
}
