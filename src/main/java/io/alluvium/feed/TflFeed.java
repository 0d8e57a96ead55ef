package io.alluvium.feed;

import io.alluvium.feed.TflClient.PassingFailure;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the TfL API for arrival predictions and hands on those that are {@link News}, byte for byte
 * as they came. When TfL asks to slow down (429), fails (5xx), can't be reached or answers with
 * something else than predictions, it waits as {@link BackOff} says; other refusals are final.
 */
public final class TflFeed implements Feed {
  private static final Logger LOG = LoggerFactory.getLogger(TflFeed.class);

  private final TflSettings settings;
  private final KeyField key;
  private final News news = new News();
  private final TflClient client;
  private final BackOff backOff;
  private long dueNanos = System.nanoTime();
  private long rounds;
  private long servedAgain;
  private long keyless;
  private long failures;
  private Optional<String> trouble = Optional.empty();

  public TflFeed(TflSettings settings) {
    this.settings = settings;
    this.key = new KeyField(settings.keyField());
    this.client = new TflClient(settings.appKey(), settings.patience().request());
    this.backOff =
        new BackOff(
            settings.patience().firstBackOff(),
            settings.patience().longestBackOff(),
            () -> ThreadLocalRandom.current().nextDouble());
  }

  @Override
  public List<Message> poll(Duration atMost) throws InterruptedException {
    long wait = dueNanos - System.nanoTime();
    if (wait > 0) {
      Thread.sleep(Duration.ofNanos(Math.min(wait, atMost.toNanos())).toMillis() + 1);
    }
    if (dueNanos - System.nanoTime() > 0) {
      return List.of();
    }
    long started = System.nanoTime();
    try {
      List<Message> messages = round();
      dueNanos = started + settings.interval().toNanos();
      backOff.succeeded();
      rounds++;
      trouble = Optional.empty();
      return messages;
    } catch (PassingFailure e) {
      failed(e.getMessage(), e.retryAfter());
    } catch (IOException e) {
      failed("the answer is no array of predictions", Optional.empty());
    }
    return List.of();
  }

  private void failed(String reason, Optional<Duration> retryAfter) {
    failures++;
    Duration pause = backOff.failed(retryAfter);
    dueNanos = System.nanoTime() + pause.toNanos();
    trouble = Optional.of(reason);
    LOG.atWarn()
        .addKeyValue("reason", reason)
        .addKeyValue("retry_in_ms", pause.toMillis())
        .log("TfL doesn't answer as it should");
  }

  @Override
  public boolean ended() {
    return false;
  }

  /** For example {@code 12 polls, 3,407 predictions served again left out, 0 requests failed}. */
  @Override
  public String remarks() {
    StringBuilder text = new StringBuilder();
    text.append(
        "%,d polls, %,d predictions served again left out, %,d requests failed"
            .formatted(rounds, servedAgain, failures));
    if (keyless > 0) {
      text.append(", %,d without %s, so without a record key".formatted(keyless, key));
    }
    trouble.ifPresent(
        reason ->
            text.append("; TfL: %s, asked again in %,d s".formatted(reason, secondsUntilDue())));
    return text.toString();
  }

  private long secondsUntilDue() {
    return Math.max(0, Duration.ofNanos(dueNanos - System.nanoTime()).toSeconds());
  }

  @Override
  public void close() {}

  private List<Message> round() throws IOException, InterruptedException {
    List<byte[]> predictions = new ArrayList<>();
    for (URI address : settings.addresses()) {
      predictions.addAll(PredictionArray.split(client.get(address)));
    }
    List<Message> messages = new ArrayList<>();
    news.startRound();
    for (byte[] prediction : predictions) {
      if (news.isNews(prediction)) {
        messages.add(message(prediction));
      } else {
        servedAgain++;
      }
    }
    return messages;
  }

  private Message message(byte[] prediction) {
    String found = key.of(prediction);
    if (found == null) {
      keyless++;
    }
    return new Message(found, prediction);
  }
}
