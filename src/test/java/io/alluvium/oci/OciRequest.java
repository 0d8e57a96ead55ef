package io.alluvium.oci;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A request as it came.
 *
 * @param target path and query, still encoded
 * @param headers by lower-case names; the first value of each
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record OciRequest(String method, String target, Map<String, String> headers, byte[] body) {
  /** The path, decoded. */
  public String path() {
    return URI.create(target).getPath();
  }

  /** A parameter of the query, decoded; empty if it isn't there. */
  public Optional<String> parameter(String name) {
    String query = Optional.ofNullable(URI.create(target).getRawQuery()).orElse("");
    return Arrays.stream(query.split("&", -1))
        .map(pair -> pair.split("=", 2))
        .filter(pair -> decoded(pair[0]).equals(name))
        .map(pair -> pair.length == 1 ? "" : decoded(pair[1]))
        .findFirst();
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
