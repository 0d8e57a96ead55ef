package io.alluvium.feed;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
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

  private final Map<String, Served> last = new HashMap<>();
  private long round;

  private record Served(String content, long round) {}

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
    Served before = last.put(identity.toString(), new Served(content.toString(), round));
    return before == null || !before.content.contentEquals(content);
  }
}
