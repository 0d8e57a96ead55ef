package io.alluvium.ops;

import io.alluvium.config.PipelineConfig;
import io.alluvium.oci.OciSdk;
import io.alluvium.oci.logging.LogLine;
import io.alluvium.oci.logging.LogShipper;
import io.alluvium.oci.logging.OciLog;
import io.alluvium.oci.logging.ShippedEntries;
import io.alluvium.pipeline.Flush;
import io.alluvium.pipeline.FlushJournal;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes an entry a flush to the local log and, if there is one, to OCI Logging. The tables'
 * writers only leave it in a queue, without a lock; the rest is done on a thread of its own.
 */
public final class FlushLog implements FlushJournal, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FlushLog.class);
  private static final int MOST_WAITING = 10_000;
  private static final long CLOSING_MS = 2_000;
  private static final long LOOK_MS = 200;

  private final String pipeline;
  private final Clock clock;
  private final Optional<LogShipper> shipper;
  private final LinkedTransferQueue<Noted> waiting = new LinkedTransferQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private final Thread thread;
  private volatile boolean closed;

  private record Noted(Flush flush, Instant time) {}

  private FlushLog(String pipeline, Clock clock, Optional<LogShipper> shipper) {
    this.pipeline = pipeline;
    this.clock = clock;
    this.shipper = shipper;
    this.thread = new Thread(this::run, pipeline + "-flush-log");
    thread.setDaemon(true);
  }

  /**
   * The log of a pipeline.
   *
   * @param entries counts what goes to OCI Logging
   * @throws io.alluvium.error.UserException if OCI Logging is to be used and can't be
   */
  public static FlushLog start(PipelineConfig config, Clock clock, ShippedEntries entries) {
    return start(
        config.name(), clock, config.oci().log().map(log -> shipper(config, log, entries)));
  }

  private static LogShipper shipper(PipelineConfig config, String log, ShippedEntries entries) {
    OciSdk.require("oci.log");
    return LogShipper.start(
        config.name() + "-oci-log",
        OciLog.open(config.oci().access(), log, config.name()),
        LogShipper.Bounds.DEFAULT,
        entries);
  }

  static FlushLog start(String pipeline, Clock clock, Optional<LogShipper> shipper) {
    FlushLog log = new FlushLog(pipeline, clock, shipper);
    log.thread.start();
    return log;
  }

  @Override
  public void flushed(Flush flush) {
    // Only a local log that hangs lets so many gather; the table's history has them all.
    if (count.get() < MOST_WAITING) {
      count.incrementAndGet();
      waiting.add(new Noted(flush, clock.instant()));
    }
  }

  private void run() {
    try {
      while (true) {
        Noted noted = waiting.poll(LOOK_MS, TimeUnit.MILLISECONDS);
        if (noted != null) {
          count.decrementAndGet();
          write(noted);
        } else if (closed) {
          return;
        }
      }
    } catch (InterruptedException e) {
      LOG.info("{} was stopped", thread.getName());
    }
  }

  private void write(Noted noted) {
    FlushEntry entry = FlushEntry.of(pipeline, noted.flush);
    LoggingEventBuilder line = LOG.atLevel(entry.isError() ? Level.WARN : Level.INFO);
    for (var field : entry.fields().entrySet()) {
      if (!FlushEntry.WORDS.contains(field.getKey())) {
        line = line.addKeyValue(field.getKey(), field.getValue());
      }
    }
    line.log(entry.message());
    shipper.ifPresent(
        to -> to.offer(new LogLine(UUID.randomUUID().toString(), noted.time, entry.json())));
  }

  /** Writes what waits, for a bounded time; nothing must come any more. Again is harmless. */
  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join(CLOSING_MS);
    if (shipper.isPresent()) {
      shipper.get().close();
    }
  }
}
