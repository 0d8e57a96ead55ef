package io.alluvium.oci.logging;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * An entry of a custom log.
 *
 * @param id the same however often it is sent
 * @param data text, or JSON, whose fields the service then knows
 */
public record LogLine(String id, Instant time, String data) {
  /** What it takes in a request, roughly. */
  int bytes() {
    return data.getBytes(StandardCharsets.UTF_8).length + 200;
  }
}
