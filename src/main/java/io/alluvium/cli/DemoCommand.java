package io.alluvium.cli;

import io.alluvium.config.PipelineConfig;
import io.alluvium.error.RunErrors;
import io.alluvium.feed.BrokerOptions;
import io.alluvium.feed.EmbeddedBroker;
import io.alluvium.feed.Feed;
import io.alluvium.feed.FeedPublisher;
import io.alluvium.feed.Progress;
import io.alluvium.feed.Publication;
import io.alluvium.ops.PipelineHealth;
import io.alluvium.pipeline.PipelineService;
import io.alluvium.pipeline.Probe;
import io.alluvium.pipeline.Step;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code demo}: the TfL pipeline on a Kafka broker in this process, fed for a while, then held
 * against the notebooks' own checks.
 */
@Command(
    name = "demo",
    description = "Runs the TfL pipeline on a broker of its own, with simulated arrivals.",
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  private static final long LOOK_AGAIN_MILLIS = 50;

  @Spec private CommandSpec spec;
  @Mixin private DemoOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    say("starting a Kafka broker in this process");
    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.temporary())) {
      Path directory = options.directory();
      PipelineConfig config = options.config(broker.bootstrapServers(), directory);
      broker.createTopic(config.source().topic(), options.partitions());
      say(
          "broker at %s, topic %s, %.1f s after the start of the program",
          broker.bootstrapServers(), config.source().topic(), sinceStart());
      long fed = run(config, broker.bootstrapServers());
      int exitCode = new DemoChecks(config, spec.commandLine().getOut()).run(fed);
      say("the tables are in %s; look at them with", directory);
      say(
          "  ./alluvium sql -c %s %s \"SELECT * FROM silver LIMIT 10\"",
          options.pipelineFile(), options.overridesOf(config));
      return exitCode;
    }
  }

  /** Feeds and lands, and returns how many messages were fed. */
  private long run(PipelineConfig config, String bootstrapServers)
      throws IOException, InterruptedException {
    PipelineService service = PipelineService.open(config, Clock.systemUTC(), firstSilverCommit());
    PipelineHealth health = new PipelineHealth(config.name());
    health.opened(service);
    try (Foreground foreground =
            Foreground.start(
                List.of(health),
                List.of(config.management()),
                List.<StopOnSignal.Stoppable>of(service::close),
                err());
        ProgressLine progress = ProgressLine.start(config.name(), service, err())) {
      service.start();
      long fed = feed(config, bootstrapServers).messages();
      say("the feed is over, %,d messages; taking what is left", fed);
      while (service.counters().records() < fed && !service.hasEnded()) {
        Thread.sleep(LOOK_AGAIN_MILLIS);
      }
      if (!service.stop()) {
        throw RunErrors.notDurable(config.name(), config.limits().storageDeadline());
      }
      return fed;
    } finally {
      service.close();
    }
  }

  private Progress feed(PipelineConfig config, String bootstrapServers)
      throws InterruptedException {
    say(
        "feeding %s, %s, for %d s",
        options.feedName(),
        options.rate() == 0 ? "as fast as it goes" : "%,.0f a second".formatted(options.rate()),
        options.duration().toSeconds());
    Map<String, Object> settings = new HashMap<>(FeedPublisher.PRODUCER_DEFAULTS);
    settings.put("bootstrap.servers", bootstrapServers);
    try (Feed feed = options.feed(config);
        Producer<byte[], byte[]> producer =
            new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      Publication publication =
          new Publication(
              config.source().topic(), options.rate(), Long.MAX_VALUE, options.duration());
      return new FeedPublisher(producer, publication, progress -> {}).publish(feed);
    }
  }

  private Probe firstSilverCommit() {
    AtomicBoolean seen = new AtomicBoolean();
    return step -> {
      if (step == Step.SILVER_COMMITTED && seen.compareAndSet(false, true)) {
        say("first rows in silver %.1f s after the start of the program", sinceStart());
      }
    };
  }

  private static double sinceStart() {
    return (System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime()) / 1e3;
  }

  private void say(String format, Object... arguments) {
    err().println("demo: " + String.format(Locale.ROOT, format, arguments));
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
