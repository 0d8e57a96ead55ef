package io.alluvium.feed;

import io.alluvium.error.InputErrors;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the TfL API for arrival predictions and hands on those that are {@link News}. When TfL asks
 * to slow down (429), fails (5xx) or can't be reached, it waits longer each time, or as long as
 * {@code Retry-After} says; other refusals are final.
 */
public final class TflFeed implements Feed {
  private static final Logger LOG = LoggerFactory.getLogger(TflFeed.class);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
  private static final int TOO_MANY_REQUESTS = 429;

  private final TflSettings settings;
  private final KeyField key = new KeyField("vehicleId");
  private final News news = new News();
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private Duration backOff;
  private long dueNanos = System.nanoTime();
  private long servedAgain;
  private long failures;

  /** Something that may pass; {@code wait} is null when the server named none. */
  private static final class PassingFailure extends IOException {
    private static final long serialVersionUID = 1L;
    private final Duration wait;

    PassingFailure(String message, Duration wait) {
      super(message);
      this.wait = wait;
    }
  }

  public TflFeed(TflSettings settings) {
    this.settings = settings;
    this.backOff = settings.firstBackOff();
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
      backOff = settings.firstBackOff();
      return messages;
    } catch (IOException e) {
      failures++;
      Duration pause = pause(e);
      dueNanos = System.nanoTime() + pause.toNanos();
      LOG.atWarn()
          .addKeyValue("reason", e.toString())
          .addKeyValue("retry_in_ms", pause.toMillis())
          .log("TfL doesn't answer as it should");
      return List.of();
    }
  }

  @Override
  public boolean ended() {
    return false;
  }

  @Override
  public String remarks() {
    return servedAgain + " predictions served again left out, " + failures + " requests failed";
  }

  @Override
  public void close() {}

  private List<Message> round() throws IOException, InterruptedException {
    List<byte[]> predictions = new ArrayList<>();
    for (URI address : settings.addresses()) {
      predictions.addAll(PredictionArray.split(fetch(address)));
    }
    List<Message> messages = new ArrayList<>();
    news.startRound();
    for (byte[] prediction : predictions) {
      if (news.isNews(prediction)) {
        messages.add(new Message(key.of(prediction), prediction));
      } else {
        servedAgain++;
      }
    }
    return messages;
  }

  private byte[] fetch(URI address) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(REQUEST_TIMEOUT)
            .header("Accept", "application/json")
            .build();
    HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
    int status = response.statusCode();
    if (status == 200) {
      return response.body();
    }
    if (status == TOO_MANY_REQUESTS || status >= 500) {
      throw new PassingFailure("HTTP " + status, retryAfter(response));
    }
    throw InputErrors.tflRefuses(settings.base() + address.getPath(), status);
  }

  private Duration pause(IOException failure) {
    if (failure instanceof PassingFailure passing && passing.wait != null) {
      return passing.wait;
    }
    Duration pause = backOff;
    Duration doubled = backOff.multipliedBy(2);
    backOff =
        doubled.compareTo(settings.longestBackOff()) < 0 ? doubled : settings.longestBackOff();
    return pause;
  }

  private static Duration retryAfter(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(value -> value.matches("\\d{1,5}"))
        .map(value -> Duration.ofSeconds(Long.parseLong(value)))
        .orElse(null);
  }
}
