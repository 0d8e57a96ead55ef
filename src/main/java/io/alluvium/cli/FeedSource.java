package io.alluvium.cli;

import io.alluvium.feed.ArrivalSimulator;
import io.alluvium.feed.Feed;
import io.alluvium.feed.GeneratedFeed;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.feed.Message;
import io.alluvium.feed.ReplayFeed;
import io.alluvium.feed.SimulationSettings;
import io.alluvium.feed.TflFeed;
import io.alluvium.feed.TflSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What {@code feed} sends: exactly one of a file, a simulation, and TfL's live arrivals. */
final class FeedSource {
  /** Simulated time must pass somehow when messages are taken without a limit. */
  private static final double UNLIMITED = 50_000;

  @ArgGroup(exclusive = false)
  private Replay replay;

  @ArgGroup(exclusive = false)
  private Simulation simulation;

  @ArgGroup(exclusive = false)
  private Poll poll;

  private static final class Replay {
    @Option(
        names = "--replay",
        required = true,
        paramLabel = "FILE",
        description = "Send each line of a file, or of a .gz file, as it is.")
    private Path file;

    @Option(
        names = "--key-field",
        paramLabel = "NAME",
        description =
            "The field that becomes the record key (default: with -c the first field of silver's"
                + " key, or else none).")
    private String keyField;
  }

  private static final class Simulation {
    @Option(
        names = "--simulate",
        required = true,
        description = "Send made-up arrivals of buses and trains on real routes.")
    @SuppressWarnings("UnusedVariable") // its presence is what chooses this group
    private boolean simulate;

    @Option(
        names = "--seed",
        defaultValue = "1",
        paramLabel = "N",
        description = "Another seed, other arrivals (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
        names = "--start",
        paramLabel = "INSTANT",
        description =
            "The first arrivals' time, such as 2026-01-01T08:00:00Z (default: now). With it, the"
                + " same seed sends the same messages.")
    private Instant start;

    @ArgGroup private Size size;

    private static final class Size {
      @Option(
          names = "--vehicles",
          paramLabel = "N",
          description = "How many vehicles run, each with some 17 keys (default: 600).")
      private int vehicles;

      @Option(
          names = "--keys",
          paramLabel = "N",
          description = "Instead of vehicles that run: exactly so many keys, renewed at random.")
      private int keys;
    }
  }

  private static final class Poll {
    @Option(
        names = {"--tfl", "--poll"},
        required = true,
        split = ",",
        paramLabel = "NAME",
        description = "Poll TfL for modes or lines, such as bus,tube or 24,victoria.")
    private List<String> wanted;

    @Option(
        names = "--interval",
        defaultValue = "30s",
        converter = SpanConverter.class,
        paramLabel = "SPAN",
        description = "From one request to the next (default: ${DEFAULT-VALUE}).")
    private Duration interval;

    @Option(
        names = "--tfl-url",
        paramLabel = "URL",
        description = "Another address of the API (default: https://api.tfl.gov.uk).")
    private URI url = TflSettings.PUBLIC_API;

    @Option(
        names = "--tfl-app-key",
        defaultValue = "${env:TFL_APP_KEY}",
        paramLabel = "KEY",
        description =
            "The key of a registered application (default: $TFL_APP_KEY, which process lists don't"
                + " show).")
    private String appKey;
  }

  /**
   * @param messagesPerSecond the rate at which it will be taken; 0 for no limit
   * @param keyField what the pipeline's messages have their key in
   */
  Feed open(double messagesPerSecond, Optional<String> keyField) {
    if (replay != null) {
      return new ReplayFeed(replay.file, Optional.ofNullable(replay.keyField).or(() -> keyField));
    }
    if (simulation != null) {
      return new GeneratedFeed(messages(messagesPerSecond == 0 ? UNLIMITED : messagesPerSecond));
    }
    return new TflFeed(
        new TflSettings(
            poll.url,
            poll.wanted,
            Optional.ofNullable(poll.appKey).filter(key -> !key.isBlank()),
            keyField.orElse(TflSettings.KEY_FIELD),
            poll.interval,
            TflSettings.Patience.USUAL));
  }

  /** Null when all is well. */
  String problem() {
    if (poll != null && !TflSettings.isUsable(poll.url)) {
      return "--tfl-url takes an address such as " + TflSettings.PUBLIC_API + ", without a query";
    }
    if (simulation != null && simulation.size != null) {
      int number = Math.max(simulation.size.vehicles, simulation.size.keys);
      return number < 1 ? "--vehicles and --keys take a number from 1 up" : null;
    }
    return null;
  }

  private Iterator<Message> messages(double messagesPerSecond) {
    Instant start = simulation.start == null ? Instant.now() : simulation.start;
    if (simulation.size != null && simulation.size.keys > 0) {
      long stepMicros = Math.max(1, Math.round(1e6 / messagesPerSecond));
      return new KeyedArrivals(
          simulation.seed, simulation.size.keys, start, Duration.ofNanos(stepMicros * 1000));
    }
    int vehicles = simulation.size == null ? 600 : simulation.size.vehicles;
    return new ArrivalSimulator(
        SimulationSettings.paced(simulation.seed, vehicles, start, messagesPerSecond));
  }
}
