package io.alluvium.cli;

import io.alluvium.error.ConfigurationErrors;
import io.alluvium.error.UserException;
import io.alluvium.feed.Feed;
import io.alluvium.feed.FeedPublisher;
import io.alluvium.feed.Progress;
import io.alluvium.feed.Publication;
import io.alluvium.feed.Topics;
import io.alluvium.pipeline.BrokerRefusal;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code feed}: puts messages on a topic. */
@Command(
    name = "feed",
    description =
        "Puts messages on a topic: the lines of a file, simulated arrivals, or arrivals polled from"
            + " TfL.",
    mixinStandardHelpOptions = true)
final class FeedCommand implements Callable<Integer> {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;

  @ArgGroup(multiplicity = "1")
  private FeedSource source;

  @ArgGroup(multiplicity = "1")
  private FeedTarget target;

  @Option(
      names = "--rate",
      defaultValue = "1000",
      paramLabel = "N",
      description = "Messages a second, 0 for no limit (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(names = "--count", paramLabel = "N", description = "Stop after so many messages.")
  private long count = Long.MAX_VALUE;

  @Option(
      names = "--for",
      converter = SpanConverter.class,
      paramLabel = "SPAN",
      description = "Stop after so long, such as 60s or 5m.")
  private Duration duration = Duration.ofDays(100_000);

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Create the topic with so many partitions if it isn't there.")
  private int partitions;

  @Override
  public Integer call() throws InterruptedException {
    check();
    FeedTarget.Destination destination = target.resolve();
    try (Feed feed = source.open(rate, destination.keyField());
        Producer<byte[], byte[]> producer = producer(destination)) {
      if (partitions > 0) {
        Topics.ensure(Map.copyOf(destination.client()), destination.topic(), partitions);
      }
      FeedPublisher publisher =
          new FeedPublisher(
              producer,
              new Publication(destination.topic(), rate, count, duration),
              progress -> err().println("feed: " + progress + remarks(feed)));
      summarize(publish(publisher, feed, destination), feed, destination.topic());
    }
    return 0;
  }

  /** Publishes; a signal to end the process lets what is under way be sent first. */
  private static Progress publish(
      FeedPublisher publisher, Feed feed, FeedTarget.Destination destination)
      throws InterruptedException {
    Thread publishing = Thread.currentThread();
    Thread onSignal =
        new Thread(
            () -> {
              publisher.stop();
              try {
                publishing.join(CLOSE_TIMEOUT.toMillis());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "feed-stop");
    Runtime.getRuntime().addShutdownHook(onSignal);
    try {
      return publisher.publish(feed);
    } catch (UserException e) {
      throw new BrokerRefusal(destination.client()).ofWriting(destination.topic(), e).orElse(e);
    } finally {
      unhook(onSignal);
    }
  }

  private static void unhook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is already going down, which is what the hook was for.
    }
  }

  private void check() {
    String problem =
        rate >= 0 && count >= 0 && partitions >= 0
            ? source.problem()
            : "--rate, --count and --partitions can't be negative";
    if (problem != null) {
      throw new ParameterException(spec.commandLine(), problem);
    }
  }

  private static Producer<byte[], byte[]> producer(FeedTarget.Destination destination) {
    Map<String, Object> settings = destination.producer();
    try {
      return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    } catch (KafkaException e) {
      throw ConfigurationErrors.kafkaSettingsWrong(e);
    }
  }

  private void summarize(Progress progress, Feed feed, String topic) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("sent " + progress + " to " + topic + remarks(feed));
    out.flush();
  }

  private static String remarks(Feed feed) {
    return feed.remarks().isEmpty() ? "" : "; " + feed.remarks();
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
