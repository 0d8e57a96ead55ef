package io.alluvium.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Messages as Jackson reads them. */
final class Json {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private Json() {}

  /** The message; null for one that is none or isn't JSON. */
  static JsonNode parse(byte[] value) {
    if (value == null) {
      return null;
    }
    try {
      return JSON.readTree(new String(value, UTF_8));
    } catch (JsonProcessingException e) {
      return null;
    }
  }
}
