package io.alluvium.feed;

import io.alluvium.feed.Route.Mode;
import io.alluvium.feed.Sighting.Known;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Endless arrival predictions of buses and trains that run along real routes. It goes round by
 * round, as a poller of TfL does: every vehicle moves on and is predicted for each stop of the next
 * half hour, with the same key as before, a newer {@code timestamp} and a smaller {@code
 * timeToStation}; where it has arrived it is predicted once more, for 0 seconds. The oddities of
 * the real feed come along about as often as in recordings.
 *
 * <p>The sequence depends on the settings alone. Not thread-safe.
 */
public final class ArrivalSimulator implements Iterator<Message> {
  private static final int HORIZON_SECONDS = 1800;
  private static final int LONGEST_WAIT_SECONDS = 300;

  /** The share of messages that TfL serves once more in the next round, byte for byte. */
  private static final double SERVED_AGAIN = 0.04;

  private static final double PSEUDO_VEHICLE = 0.008;
  private static final double DESTINATION_ONLY = 0.07;
  private static final double NOTHING_KNOWN = 0.03;
  private static final double NO_LOCATION = 0.007;

  private final SplittableRandom random;
  private final List<Vehicle> fleet;
  private final double refreshSeconds;
  private final long refreshTicks;
  private final PredictionWriter writer = new PredictionWriter();
  private final Deque<Message> ready = new ArrayDeque<>();
  private List<Message> servedAgain = new ArrayList<>();
  private int nextVehicle;
  private long roundTicks;
  private long responseTicks;
  private String responseLine = "";

  public ArrivalSimulator(SimulationSettings settings) {
    random = new SplittableRandom(settings.seed());
    fleet = Fleet.of(settings.vehicles(), random);
    refreshTicks = settings.refresh().toNanos() / 100;
    refreshSeconds = refreshTicks / (double) Ticks.PER_SECOND;
    roundTicks = Ticks.of(settings.start());
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Message next() {
    while (ready.isEmpty()) {
      if (nextVehicle == fleet.size()) {
        startRound();
      }
      observe(fleet.get(nextVehicle++));
    }
    return ready.remove();
  }

  private void startRound() {
    nextVehicle = 0;
    responseLine = "";
    roundTicks += refreshTicks;
    ready.addAll(servedAgain);
    servedAgain = new ArrayList<>();
  }

  private void observe(Vehicle vehicle) {
    Route route = vehicle.route().route();
    if (!route.lineId().equals(responseLine)) {
      responseLine = route.lineId();
      responseTicks = responseTime();
    }
    vehicle.advance(refreshSeconds * (0.7 + 0.6 * random.nextDouble()));
    predict(vehicle, route.mode() == Mode.BUS ? bus(vehicle) : train(vehicle));
    if (vehicle.atEnd()) {
      vehicle.turn(1 + random.nextInt(LONGEST_WAIT_SECONDS));
    }
  }

  private void predict(Vehicle vehicle, Sighting seen) {
    List<Stop> stops = vehicle.route().route().stops();
    for (int stop = 0; stop < stops.size(); stop++) {
      int seconds = vehicle.secondsTo(stops.get(stop));
      if (seconds > HORIZON_SECONDS) {
        return;
      }
      if (seconds >= 0) {
        for (int platform = 0; platform < stops.get(stop).platforms().size(); platform++) {
          add(seen.vehicleId(), writer.write(seen, vehicle.route(), stop, platform, seconds));
        }
      }
    }
  }

  private void add(String key, byte[] value) {
    Message message = new Message(key, value);
    ready.add(message);
    if (random.nextDouble() < SERVED_AGAIN) {
      servedAgain.add(message);
    }
  }

  private Sighting bus(Vehicle vehicle) {
    long adjustment = -random.nextLong(40 * Ticks.PER_SECOND);
    return new Sighting(vehicle.id(), responseTicks, vehicle.tripId(), "", Known.ALL, adjustment);
  }

  private Sighting train(Vehicle vehicle) {
    String id = random.nextDouble() < PSEUDO_VEHICLE ? "000" : vehicle.id();
    String location = random.nextDouble() < NO_LOCATION ? "" : vehicle.location();
    double known = random.nextDouble();
    return new Sighting(
        id,
        responseTicks,
        vehicle.tripId(),
        location,
        known < NOTHING_KNOWN
            ? Known.NOTHING
            : known < NOTHING_KNOWN + DESTINATION_ONLY ? Known.DESTINATION_ONLY : Known.ALL,
        0);
  }

  /** A response's time within its round, now and then as coarse as a whole second. */
  private long responseTime() {
    long time = roundTicks + random.nextLong(Math.min(refreshTicks, Ticks.PER_SECOND));
    long unit =
        switch (random.nextInt(32)) {
          case 0 -> Ticks.PER_SECOND;
          case 1 -> Ticks.PER_MILLI;
          case 2 -> 100;
          case 3 -> 10;
          default -> 1;
        };
    return time - Math.floorMod(time, unit);
  }
}
