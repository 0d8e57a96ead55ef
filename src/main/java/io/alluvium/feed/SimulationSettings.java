package io.alluvium.feed;

import java.time.Duration;
import java.time.Instant;

/**
 * What a simulation is made from; equal settings give equal messages.
 *
 * @param vehicles at least 1; each has predictions for about {@link #KEYS_A_VEHICLE} stops ahead
 * @param start the time of the first round of predictions
 * @param refresh simulated time between two rounds, at least 1 ms; TfL renews every 30 s or so
 */
public record SimulationSettings(long seed, int vehicles, Instant start, Duration refresh) {
  /** The mean number of stops within the half hour that TfL looks ahead. */
  public static final int KEYS_A_VEHICLE = 17;

  public SimulationSettings {
    if (vehicles < 1 || refresh.toMillis() < 1) {
      throw new IllegalArgumentException(
          "at least 1 vehicle and 1 ms: " + vehicles + ", " + refresh);
    }
  }

  /**
   * Settings under which simulated time passes about as fast as real time when messages are taken
   * at the given rate.
   */
  public static SimulationSettings paced(
      long seed, int vehicles, Instant start, double messagesPerSecond) {
    double seconds = vehicles * (double) KEYS_A_VEHICLE / messagesPerSecond;
    long refresh = Math.max(1, Math.round(Math.min(seconds, 30) * 1000));
    return new SimulationSettings(seed, vehicles, start, Duration.ofMillis(refresh));
  }
}
