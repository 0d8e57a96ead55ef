package io.alluvium.feed;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What to ask the TfL API for, and how often.
 *
 * @param base for example {@link #PUBLIC_API}; an http or https address without a query
 * @param wanted lines and modes, such as {@code victoria}, {@code 24}, {@code tube}; at least one
 * @param appKey the registered application's key, which raises TfL's limit of requests; a secret
 * @param keyField the field of a prediction that becomes the record key
 * @param interval from the start of one round of requests to the next
 */
public record TflSettings(
    URI base,
    List<String> wanted,
    Optional<String> appKey,
    String keyField,
    Duration interval,
    Patience patience) {
  public static final URI PUBLIC_API = URI.create("https://api.tfl.gov.uk");
  public static final String KEY_FIELD = "vehicleId";

  private static final Set<String> MODES =
      Set.of("tube", "bus", "dlr", "overground", "elizabeth-line", "tram", "river-bus");

  /**
   * How long to wait for TfL.
   *
   * @param firstBackOff the wait after a failure; doubled after each further one
   * @param longestBackOff the limit of that
   * @param request for the whole of one response
   */
  public record Patience(Duration firstBackOff, Duration longestBackOff, Duration request) {
    public static final Patience USUAL =
        new Patience(Duration.ofSeconds(2), Duration.ofMinutes(5), Duration.ofSeconds(60));
  }

  /** Whether an address can be asked. */
  public static boolean isUsable(URI base) {
    boolean http = "http".equalsIgnoreCase(base.getScheme());
    return (http || "https".equalsIgnoreCase(base.getScheme()))
        && base.getHost() != null
        && base.getRawQuery() == null
        && base.getRawFragment() == null
        && base.getRawUserInfo() == null;
  }

  /** One address for all modes together, and one for all lines; without the application key. */
  List<URI> addresses() {
    List<URI> addresses = new ArrayList<>();
    String root = base.toString().replaceAll("/+$", "");
    String modes = joined(MODES::contains);
    if (!modes.isEmpty()) {
      addresses.add(URI.create(root + "/Mode/" + modes + "/Arrivals"));
    }
    String lines = joined(name -> !MODES.contains(name));
    if (!lines.isEmpty()) {
      addresses.add(URI.create(root + "/Line/" + lines + "/Arrivals"));
    }
    return addresses;
  }

  private String joined(Predicate<String> which) {
    return wanted.stream()
        .filter(which)
        .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8))
        .collect(Collectors.joining(","));
  }

  /** Without the application key. */
  @Override
  public String toString() {
    return "TflSettings[" + addresses() + ", each " + interval + "]";
  }
}
