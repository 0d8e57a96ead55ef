package io.alluvium.cli;

import io.alluvium.feed.BrokerOptions;
import io.alluvium.feed.EmbeddedBroker;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code broker}: a Kafka broker on loopback, for whoever has none to try a pipeline on. */
@Command(
    name = "broker",
    description = "Runs a Kafka broker on this machine to try pipelines on, until it is stopped.",
    mixinStandardHelpOptions = true)
final class BrokerCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "9092",
      description = "Its port on 127.0.0.1, 0 for any free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the topics are kept (default: nowhere, they go with the broker).")
  private Path data;

  @Override
  public Integer call() throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    BrokerOptions options = new BrokerOptions(Optional.ofNullable(data), port, Map.of());
    try (EmbeddedBroker broker = EmbeddedBroker.start(options);
        StopOnSignal onSignal =
            StopOnSignal.of(
                List.<StopOnSignal.Stoppable>of(
                    () -> {
                      broker.close();
                      stopped.countDown();
                    }))) {
      PrintWriter out = spec.commandLine().getOut();
      out.printf("broker at %s; Ctrl-C stops it%n", broker.bootstrapServers());
      out.flush();
      stopped.await();
    }
    return 0;
  }
}
