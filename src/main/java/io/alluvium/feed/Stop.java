package io.alluvium.feed;

import java.util.List;

/**
 * A stop of a route.
 *
 * @param platforms at least one; several where TfL doesn't know yet which one a train will take and
 *     predicts it for each
 * @param bearing degrees as text; empty on the tube
 * @param towards {@code "null"} where TfL has none
 * @param secondsFromStart travelling time from the route's first stop
 */
record Stop(
    String naptanId,
    String name,
    List<String> platforms,
    String bearing,
    String towards,
    int secondsFromStart) {
  private static final String SUFFIX = " Underground Station";

  /** The name as it appears in {@code currentLocation}. */
  String shortName() {
    return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
  }
}
