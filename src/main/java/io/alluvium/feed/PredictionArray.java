package io.alluvium.feed;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes a response of TfL, an array of predictions, apart without changing a byte of them. */
final class PredictionArray {
  private static final JsonFactory JSON = new JsonFactory();

  private PredictionArray() {}

  /**
   * @throws IOException when the response isn't a JSON array of objects
   */
  static List<byte[]> split(byte[] response) throws IOException {
    List<byte[]> predictions = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(response)) {
      if (parser.nextToken() != JsonToken.START_ARRAY) {
        throw new IOException("the response is not an array of predictions");
      }
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        int to = (int) parser.currentLocation().getByteOffset();
        predictions.add(Arrays.copyOfRange(response, from, to));
      }
      if (parser.currentToken() != JsonToken.END_ARRAY) {
        throw new IOException("the response holds something other than predictions");
      }
    }
    return predictions;
  }
}
