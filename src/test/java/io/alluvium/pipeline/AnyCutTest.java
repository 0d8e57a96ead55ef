package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.chaos.FaultyLogStore;
import io.alluvium.chaos.StorageFaults;
import io.alluvium.decode.SourceRecord;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.feed.Message;
import io.alluvium.inspect.verify.Verification;
import io.alluvium.row.Row;
import io.alluvium.testing.TestPipeline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/**
 * The same records, cut into flushes, restarts and partitions in any way, give the same tables. On
 * real tables and with the real writers; only Kafka is left out.
 */
class AnyCutTest {
  private static final int RECORDS = 240;
  private static final Clock CLOCK = Clock.systemUTC();
  private static final BackgroundWork WORK =
      new BackgroundWork(ForkJoinPool.commonPool(), ForkJoinPool.commonPool());

  /** What happens to all partitions after a record. */
  private enum Cut {
    NONE,
    /** Batches are handed over, not awaited. */
    SEAL,
    FLUSH,
    /** The partitions go and come back; what isn't durable is read again. */
    REBALANCE,
    /** What is worth it and ready is put together. */
    COMPACTION,
    /** Another program puts all of silver into one file that is nobody's. */
    FOREIGN_OPTIMIZE
  }

  /** How commits end. */
  private enum Storage {
    STEADY,
    /** Some fail before they took place, some after. */
    FLAKY;

    PipelineTables open(TestPipeline test) throws IOException {
      if (this == STEADY) {
        return test.tables();
      }
      StorageFaults faults = new StorageFaults();
      PipelineTables tables =
          FaultyLogStore.opener(faults).open(test.config(), CLOCK, Runnable::run);
      faults.beFlaky();
      return tables;
    }
  }

  /** What the pipeline makes of the records. */
  private enum Rules {
    NEWEST,
    CHANGED,
    LAST,
    FIRST,
    DELETE_WHEN,
    TOMBSTONES,
    LAST_WITH_DELETES;

    private static final String DELETE = "silver.delete-when=operationType = 2";

    private List<String> overrides() {
      return switch (this) {
        case NEWEST -> List.of();
        case CHANGED -> List.of("silver.on-match=changed", "silver.sequence-by=[event_ts]");
        case LAST -> List.of("silver.on-match=always");
        case FIRST -> List.of("silver.on-match=never");
        case DELETE_WHEN -> List.of(DELETE);
        case TOMBSTONES ->
            List.of(
                "silver.key=[vehicleId]",
                "silver.delete-when=operationType in (2)",
                "silver.tombstones=raw-key",
                "bronze.columns.record_key=record-key",
                "bronze.columns.record_offset=record-offset");
        case LAST_WITH_DELETES -> List.of("silver.on-match=always", DELETE);
      };
    }

    TestPipeline pipeline(Path directory, String... more) {
      String yaml = TestPipeline.read("tfl");
      List<String> overrides = overrides();
      if (overrides.stream().anyMatch(one -> one.matches(".*(always|never)"))) {
        yaml = yaml.replaceAll("\\n  sequence-by:.*", "");
      }
      return TestPipeline.ofText(
          yaml,
          "localhost:1",
          "topic",
          directory,
          Stream.concat(overrides.stream(), Stream.of(more)).toArray(String[]::new));
    }
  }

  @Provide
  Arbitrary<List<Cut>> cuts() {
    return Arbitraries.frequency(
            Tuple.of(40, Cut.NONE),
            Tuple.of(4, Cut.SEAL),
            Tuple.of(2, Cut.FLUSH),
            Tuple.of(1, Cut.REBALANCE),
            Tuple.of(3, Cut.COMPACTION),
            Tuple.of(1, Cut.FOREIGN_OPTIMIZE))
        .list()
        .ofSize(RECORDS);
  }

  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void everyCutGivesTheSameTables(
      @ForAll("cuts") List<Cut> cuts,
      @ForAll Rules rules,
      @ForAll @IntRange(min = 1, max = 3) int partitions,
      @ForAll boolean flaky,
      @ForAll boolean vectors,
      @ForAll boolean changeData,
      @ForAll @IntRange(min = 1, max = 1000) int seed)
      throws Exception {
    // Given
    List<Message> messages = messages(seed);
    List<Cut> uncut = messages.stream().map(m -> Cut.NONE).toList();
    TestPipeline whole = land(rules, messages, uncut, 1, Storage.STEADY, vectors, changeData);

    // When
    TestPipeline cut =
        land(
            rules,
            messages,
            cuts,
            partitions,
            flaky ? Storage.FLAKY : Storage.STEADY,
            vectors,
            changeData);

    // Then
    assertThat(Verification.of(whole.config()).run().findings()).isEmpty();
    assertThat(Verification.of(cut.config()).run().findings()).isEmpty();
    assertThat(cut.bronzeRows()).hasSize(RECORDS);
    assertThat(silver(cut)).isEqualTo(silver(whole));
  }

  /** Repeats, ties, late rows, deletions, and every tenth message not what it should be. */
  private static List<Message> messages(int seed) {
    Instant start = Instant.parse("2026-01-01T23:59:50Z");
    KeyedArrivals arrivals = new KeyedArrivals(seed, 25, start, Duration.ofMillis(100));
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      Message message = arrivals.next();
      if (i % 10 == 3) {
        message = messages.get(i / 2);
      } else if (i % 10 == 5) {
        message = new Message(message.key(), deleting(message.value()));
      } else if (i % 10 == 7) {
        message = new Message(message.key(), broken(i, message.value()));
      }
      messages.add(message);
    }
    return messages;
  }

  private static byte[] deleting(byte[] value) {
    return new String(value, StandardCharsets.UTF_8)
        .replace("\"operationType\":1", "\"operationType\":2")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] broken(int i, byte[] value) {
    return switch (i % 4) {
      case 0 -> null;
      case 1 -> new byte[0];
      case 2 -> "{\"id\":".getBytes(StandardCharsets.UTF_8);
      default -> {
        byte[] invalid = value.clone();
        invalid[invalid.length / 2] = (byte) 0xC3;
        yield invalid;
      }
    };
  }

  private static Map<String, Map<String, Object>> silver(TestPipeline pipeline) throws IOException {
    Map<String, Map<String, Object>> byKey = new TreeMap<>();
    for (Row row : pipeline.silverRows()) {
      Map<String, Object> values = new TreeMap<>();
      row.schema().columns().stream()
          .filter(column -> !column.name().endsWith("ingest_ts"))
          .forEach(c -> values.put(c.name(), row.get(row.schema().require(c.name()))));
      String key = row.describe(pipeline.config().silver().key());
      assertThat(byKey.put(key, values)).as("two rows of %s", key).isNull();
    }
    return byKey;
  }

  private static TestPipeline land(
      Rules rules,
      List<Message> messages,
      List<Cut> cuts,
      int partitions,
      Storage storage,
      boolean vectors,
      boolean changeData)
      throws Exception {
    Path directory = Files.createTempDirectory(Path.of("target"), "any-cut");
    TestPipeline test =
        rules.pipeline(
            directory,
            "silver.deletion-vectors=" + vectors,
            "silver.change-data-feed=" + changeData);
    Pipeline pipeline =
        new Pipeline(
            test.config(),
            storage.open(test),
            RunControl.endless(),
            CLOCK,
            Probe.NONE,
            FlushJournal.NONE,
            WORK,
            OptionalInt.empty());
    pipeline.writers().start();
    try (Writers writers = pipeline.writers()) {
      Run run = new Run(test, pipeline, writers, messages, partitions);
      run.begin();
      for (int i = 0; i < cuts.size(); i++) {
        run.take(i);
        run.cut(cuts.get(i));
      }
      run.flush();
    }
    return test;
  }

  /** The stream thread's part, with a list instead of a consumer. */
  private static final class Run {
    private final TestPipeline test;
    private final Pipeline pipeline;
    private final Writers writers;
    private final List<List<Message>> topic = new ArrayList<>();
    private final List<Message> messages;
    private final Map<Integer, Task> tasks = new HashMap<>();

    Run(
        TestPipeline test,
        Pipeline pipeline,
        Writers writers,
        List<Message> messages,
        int partitions) {
      this.test = test;
      this.pipeline = pipeline;
      this.writers = writers;
      this.messages = messages;
      for (int i = 0; i < partitions; i++) {
        topic.add(new ArrayList<>());
      }
    }

    void begin() throws Exception {
      for (int p = 0; p < topic.size(); p++) {
        Lease lease = pipeline.office().open(p, source());
        pipeline.leases().begin(lease);
        tasks.put(p, pipeline.tasks().create(lease, pipeline.tablesLoader().load(lease)));
        catchUp(p);
      }
    }

    private SourceAccess source() {
      return new SourceAccess() {
        @Override
        public int partitionCount() {
          return topic.size();
        }

        @Override
        public long beginning(int partition) {
          return 0;
        }

        @Override
        public long end(int partition) {
          return topic.get(partition).size();
        }
      };
    }

    void take(int i) throws Exception {
      Message message = messages.get(i);
      int partition = Math.floorMod(String.valueOf(message.key()).hashCode(), topic.size());
      topic.get(partition).add(message);
      catchUp(partition);
    }

    private void catchUp(int partition) throws Exception {
      Task task = tasks.get(partition);
      List<Message> records = topic.get(partition);
      for (long o = task.lease().processed(); o < records.size(); o++) {
        Message message = records.get((int) o);
        byte[] key = message.key() == null ? null : message.key().getBytes(StandardCharsets.UTF_8);
        task.take(new SourceRecord(partition, o, 1_000 + o, key, message.value()));
      }
    }

    void cut(Cut cut) throws Exception {
      switch (cut) {
        case NONE -> {}
        case SEAL -> tasks.values().forEach(Task::flush);
        case FLUSH -> flush();
        case FOREIGN_OPTIMIZE -> Foreign.optimize(test);
        case COMPACTION -> {
          flush();
          for (Task task : tasks.values()) {
            task.tick();
          }
        }
        case REBALANCE -> {
          List<Lease> ended = tasks.values().stream().map(Task::lease).toList();
          pipeline.leases().end(ended, new Lease.Ending.Revoked());
          assertThat(writers.awaitQuiet(ended, Duration.ofSeconds(30))).isTrue();
          begin();
        }
      }
    }

    void flush() throws Exception {
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (!tasks.values().stream().allMatch(Task::settled)) {
        tasks.values().forEach(Task::flush);
        tasks.values().forEach(task -> assertThat(task.lease().failure()).isNull());
        assertThat(System.nanoTime()).isLessThan(deadline);
        Thread.sleep(2);
      }
    }
  }
}
