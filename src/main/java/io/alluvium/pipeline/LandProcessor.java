package io.alluvium.pipeline;

import io.alluvium.decode.SourceRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Hands a task's records to its {@link Task} and gives it the time. When the lease has failed,
 * records are let pass (they will be read again) and a commit is asked for, in which the gate sends
 * the thread back to what is durable.
 */
final class LandProcessor<T> implements Processor<byte[], byte[], Void, Void> {
  private static final Duration TICK = Duration.ofMillis(50);

  private final TaskFactory<T> tasks;
  private final Leases leases;
  private final RunControl control;
  private final String storeName;

  private ProcessorContext<Void, Void> context;
  private Task task;

  LandProcessor(TaskFactory<T> tasks, Leases leases, RunControl control, String storeName) {
    this.tasks = tasks;
    this.leases = leases;
    this.control = control;
    this.storeName = storeName;
  }

  @Override
  public void init(ProcessorContext<Void, Void> processorContext) {
    context = processorContext;
    Lease lease = leases.current(context.taskId().partition());
    if (lease == null) {
      throw new StreamsException("partition " + context.taskId() + " has no lease");
    }
    LatestStateStore<T> store = context.getStateStore(storeName);
    try {
      task = tasks.create(lease, store.loadedFor(lease));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, now -> tick());
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    RecordMetadata from = context.recordMetadata().orElseThrow();
    long timestamp = RecordTime.original(record.timestamp());
    try {
      task.take(
          new SourceRecord(
              from.partition(), from.offset(), timestamp, record.key(), record.value()));
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    askForCommitIfEnded();
  }

  private void tick() {
    try {
      if (control.draining()) {
        task.flush();
      } else {
        task.tick();
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    askForCommitIfEnded();
  }

  /** A commit is where the gate gives up and starts again; a partition that goes has no tasks. */
  private void askForCommitIfEnded() {
    if (!task.lease().live()) {
      context.commit();
    }
  }

  private static StreamsException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new StreamsException("interrupted while waiting for storage", e);
  }
}
