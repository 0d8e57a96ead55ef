package io.alluvium.chaos;

import io.alluvium.feed.ArrivalSimulator;
import io.alluvium.feed.KeyedArrivals;
import io.alluvium.feed.Message;
import io.alluvium.feed.SimulationSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.SplittableRandom;

/**
 * Endless arrivals with everything that goes wrong in between: null values, broken JSON, invalid
 * UTF-8, rows without direction, exact ties, and messages that come later than newer ones of their
 * key. The sequence depends on the seed alone. For one thread.
 */
final class ChaosFeed implements Iterator<Message> {
  private static final Instant START = Instant.parse("2026-03-28T22:58:00Z");
  private static final int KEYS = 3_000;

  /** How many messages are held back at a time, each for fifty times as many others. */
  private static final int HELD_BACK = 100;

  private final SplittableRandom random;
  private final Iterator<Message> keyed;
  private final Iterator<Message> simulated;
  private final Deque<Message> late = new ArrayDeque<>();

  ChaosFeed(long seed) {
    random = new SplittableRandom(seed);
    keyed = new KeyedArrivals(seed, KEYS, START, Duration.ofMillis(20));
    simulated =
        new ArrivalSimulator(new SimulationSettings(seed, 60, START, Duration.ofSeconds(10)));
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Message next() {
    Message message = random.nextBoolean() ? keyed.next() : simulated.next();
    return switch (random.nextInt(100)) {
      case 0 -> new Message(message.key(), null);
      case 1 ->
          new Message(message.key(), Arrays.copyOf(message.value(), message.value().length / 2));
      case 2 -> new Message(message.key(), invalidUtf8(message.value()));
      case 3 -> new Message(null, "not JSON at all".getBytes(StandardCharsets.UTF_8));
      case 4, 5 -> late(message);
      default -> message;
    };
  }

  /** Holds this message back and sends one that was held back before. */
  private Message late(Message message) {
    late.add(message);
    return late.size() > HELD_BACK ? late.remove() : next();
  }

  /** Breaks a letter of the station's name. */
  private static byte[] invalidUtf8(byte[] value) {
    byte[] broken = value.clone();
    String field = "\"stationName\":\"";
    int at = new String(value, StandardCharsets.ISO_8859_1).indexOf(field);
    broken[at + field.length()] = (byte) 0xC3;
    return broken;
  }
}
