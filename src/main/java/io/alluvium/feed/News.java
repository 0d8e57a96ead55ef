package io.alluvium.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Tells genuinely new predictions from those that TfL serves again. A prediction is news when
 * anything in it differs from what was last served for the same vehicle, stop and platform, the
 * countdown aside: {@code timestamp}, {@code timeToStation} and {@code timing} move on with every
 * response, while {@code expectedArrival} changes only when the vehicle is early or late.
 *
 * <p>Predictions that are no longer served are forgotten after {@link #MEMORY} rounds. Not
 * thread-safe.
 */
final class News {
  static final int MEMORY = 20;
  private static final JsonFactory JSON = new JsonFactory();
  private static final Set<String> COUNTDOWN = Set.of("timestamp", "timeToStation", "timing");
  private static final Set<String> IDENTITY =
      Set.of("id", "vehicleId", "naptanId", "lineId", "direction", "platformName");

  private final Map<Print, Served> last = new HashMap<>();
  private final MessageDigest sha = sha256();
  private long round;

  private record Served(Print content, long round) {}

  /** 128 bits of a text's SHA-256: a city's predictions as text would fill the heap. */
  private record Print(long high, long low) {}

  /** Starts a round of responses. */
  void startRound() {
    round++;
    last.values().removeIf(served -> served.round < round - MEMORY);
  }

  boolean isNews(byte[] prediction) throws IOException {
    StringBuilder identity = new StringBuilder();
    StringBuilder content = new StringBuilder();
    try (JsonParser parser = JSON.createParser(prediction)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        if (COUNTDOWN.contains(name) || !parser.currentToken().isScalarValue()) {
          parser.skipChildren();
        } else {
          (IDENTITY.contains(name) ? identity : content)
              .append(name)
              .append('=')
              .append(parser.getText())
              .append('\n');
        }
      }
    }
    Print now = print(content);
    Served before = last.put(print(identity), new Served(now, round));
    return before == null || !before.content.equals(now);
  }

  private Print print(StringBuilder text) {
    ByteBuffer digest = ByteBuffer.wrap(sha.digest(text.toString().getBytes(UTF_8)));
    return new Print(digest.getLong(), digest.getLong());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
