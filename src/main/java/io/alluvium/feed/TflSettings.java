package io.alluvium.feed;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What to ask the TfL API for, and how often.
 *
 * @param base for example {@link #PUBLIC_API}
 * @param wanted lines and modes, such as {@code victoria}, {@code 24}, {@code tube}; at least one
 * @param appKey the registered application's key, which raises TfL's limit of requests
 * @param interval from the start of one round of requests to the next
 * @param firstBackOff the wait after a failure; doubled after each further one
 * @param longestBackOff the limit of that
 */
public record TflSettings(
    URI base,
    List<String> wanted,
    Optional<String> appKey,
    Duration interval,
    Duration firstBackOff,
    Duration longestBackOff) {
  public static final URI PUBLIC_API = URI.create("https://api.tfl.gov.uk");
  private static final Set<String> MODES =
      Set.of("tube", "bus", "dlr", "overground", "elizabeth-line", "tram", "river-bus");

  /** One address a mode, and one for all lines together. */
  List<URI> addresses() {
    List<String> paths = new ArrayList<>();
    wanted.stream()
        .filter(MODES::contains)
        .forEach(mode -> paths.add("/Mode/" + mode + "/Arrivals"));
    String lines =
        wanted.stream()
            .filter(name -> !MODES.contains(name))
            .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8))
            .collect(Collectors.joining(","));
    if (!lines.isEmpty()) {
      paths.add("/Line/" + lines + "/Arrivals");
    }
    String query =
        appKey.map(key -> "?app_key=" + URLEncoder.encode(key, StandardCharsets.UTF_8)).orElse("");
    String root = base.toString().replaceAll("/+$", "");
    return paths.stream().map(path -> URI.create(root + path + query)).toList();
  }
}
