package io.alluvium.feed;

import io.alluvium.feed.Route.Mode;
import io.alluvium.feed.Sighting.Known;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Endless bus predictions over an exact number of distinct keys (vehicle, stop, line, direction),
 * for benchmarks: first each key once, in order; then keys at random, all equally often. Every
 * message is newer than the one before it. The sequence depends on the arguments alone. Not
 * thread-safe.
 */
public final class KeyedArrivals implements Iterator<Message> {
  private static final int STOPS_A_VEHICLE = 20;
  private static final int HORIZON_SECONDS = 1800;

  private final SplittableRandom random;
  private final int keys;
  private final long stepTicks;
  private final List<RouteText> routes =
      RouteBook.load().stream()
          .filter(route -> route.mode() == Mode.BUS)
          .map(RouteText::new)
          .toList();
  private final PredictionWriter writer = new PredictionWriter();
  private long count;
  private long ticks;

  /**
   * @param keys at least 1
   * @param start the first message's {@code timestamp}
   * @param step how much later each further message is; at least 1 µs
   */
  public KeyedArrivals(long seed, int keys, Instant start, Duration step) {
    if (keys < 1 || step.toNanos() < 1000) {
      throw new IllegalArgumentException("at least 1 key and 1 µs: " + keys + ", " + step);
    }
    random = new SplittableRandom(seed);
    this.keys = keys;
    stepTicks = step.toNanos() / 100;
    ticks = Ticks.of(start);
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Message next() {
    int key = count < keys ? (int) count : random.nextInt(keys);
    count++;
    int vehicle = key / STOPS_A_VEHICLE;
    Sighting seen =
        new Sighting(Fleet.registration(vehicle), ticks, vehicle, "", Known.ALL, -ticks % 400_000);
    ticks += stepTicks;
    byte[] value =
        writer.write(
            seen,
            routes.get(vehicle % routes.size()),
            key % STOPS_A_VEHICLE,
            0,
            random.nextInt(HORIZON_SECONDS));
    return new Message(seen.vehicleId(), value);
  }
}
