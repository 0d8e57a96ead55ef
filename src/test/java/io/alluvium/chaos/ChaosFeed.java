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
 * Endless messages with everything that goes wrong in between: null values, broken JSON, invalid
 * UTF-8, rows without direction, exact ties, and messages that come later than newer ones of their
 * key. The sequence depends on the seed alone. For one thread.
 */
final class ChaosFeed implements Iterator<Message> {
  private static final Instant START = Instant.parse("2026-03-28T22:58:00Z");
  private static final int KEYS = 3_000;

  /** How many messages are held back at a time, each for fifty times as many others. */
  private static final int HELD_BACK = 100;

  private final SplittableRandom random;
  private final Iterator<Message> first;
  private final Iterator<Message> second;
  private final String brokenField;
  private final Deque<Message> late = new ArrayDeque<>();

  private ChaosFeed(
      long seed, Iterator<Message> first, Iterator<Message> second, String brokenField) {
    this.random = new SplittableRandom(seed);
    this.first = first;
    this.second = second;
    this.brokenField = brokenField;
  }

  /** Arrivals, some of which delete. */
  static ChaosFeed arrivals(long seed) {
    return new ChaosFeed(
        seed,
        new KeyedArrivals(seed, KEYS, START, Duration.ofMillis(20)),
        new ArrivalSimulator(new SimulationSettings(seed, 60, START, Duration.ofSeconds(10))),
        "stationName");
  }

  /**
   * Other messages.
   *
   * @param brokenField a JSON string, of which some aren't UTF-8
   */
  static ChaosFeed broken(long seed, Iterator<Message> messages, String brokenField) {
    return new ChaosFeed(seed, messages, messages, brokenField);
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Message next() {
    Message message = random.nextBoolean() ? first.next() : second.next();
    return switch (random.nextInt(100)) {
      case 0 -> new Message(message.key(), null);
      case 1 ->
          new Message(message.key(), Arrays.copyOf(message.value(), message.value().length / 2));
      case 2 -> new Message(message.key(), invalidUtf8(message.value()));
      case 3 -> new Message(null, "not JSON at all".getBytes(StandardCharsets.UTF_8));
      case 4, 5 -> late(message);
      case 6, 7, 8 -> new Message(message.key(), deleting(message.value()));
      default -> message;
    };
  }

  /** Holds this message back and sends one that was held back before. */
  private Message late(Message message) {
    late.add(message);
    return late.size() > HELD_BACK ? late.remove() : next();
  }

  private static byte[] deleting(byte[] value) {
    return new String(value, StandardCharsets.UTF_8)
        .replace("\"operationType\":1", "\"operationType\":2")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Breaks the first letter of a field, or the quote after it. */
  private byte[] invalidUtf8(byte[] value) {
    byte[] broken = value.clone();
    String field = "\"" + brokenField + "\":\"";
    int at = new String(value, StandardCharsets.ISO_8859_1).indexOf(field);
    broken[at + field.length()] = (byte) 0xC3;
    return broken;
  }
}
