package io.alluvium.oci;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** An answer of {@link OciServer}. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record OciResponse(int status, Map<String, String> headers, byte[] body) {
  public static OciResponse empty(int status) {
    return new OciResponse(status, Map.of(), new byte[0]);
  }

  public static OciResponse json(String json) {
    return new OciResponse(
        200, Map.of("Content-Type", "application/json"), json.getBytes(StandardCharsets.UTF_8));
  }

  /** As OCI words errors. */
  public static OciResponse error(int status, String code, String message) {
    return new OciResponse(
        status,
        Map.of("Content-Type", "application/json"),
        "{\"code\":\"%s\",\"message\":\"%s\"}"
            .formatted(code, message)
            .getBytes(StandardCharsets.UTF_8));
  }

  public OciResponse with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new OciResponse(status, more, body);
  }
}
