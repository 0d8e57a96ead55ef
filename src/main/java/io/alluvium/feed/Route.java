package io.alluvium.feed;

import java.util.List;

/**
 * One direction of a line.
 *
 * @param destinationId empty for buses
 * @param stops in the order of travel, at least two
 */
record Route(
    Mode mode,
    String lineId,
    String lineName,
    String direction,
    String destinationId,
    String destinationName,
    List<Stop> stops) {
  enum Mode {
    BUS,
    TUBE
  }

  /** Travelling time in seconds from the first stop to the last. */
  int duration() {
    return stops.get(stops.size() - 1).secondsFromStart();
  }
}
