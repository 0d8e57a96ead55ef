package io.alluvium.feed;

import java.util.List;

/** A bus or train on its way; at the end of a route it waits and takes the way back. */
final class Vehicle {
  private static final double NEAR_SECONDS = 20;

  private final String id;
  private final List<RouteText> ways;
  private int way;
  private double position;
  private double before;
  private long tripId;

  /**
   * @param ways the two directions of its line
   * @param position seconds of travelling time from the start of the route
   */
  Vehicle(String id, List<RouteText> ways, int way, double position, long tripId) {
    this.id = id;
    this.ways = ways;
    this.way = way;
    this.position = position;
    this.before = position;
    this.tripId = tripId;
  }

  String id() {
    return id;
  }

  long tripId() {
    return tripId;
  }

  RouteText route() {
    return ways.get(way);
  }

  /** Moves on by so many seconds of travelling time. */
  void advance(double seconds) {
    before = position;
    position += seconds;
  }

  boolean atEnd() {
    return position >= route().route().duration();
  }

  /** Turns round; it leaves the first stop after {@code waitSeconds}. */
  void turn(double waitSeconds) {
    way = 1 - way;
    position = -waitSeconds;
    before = position;
    tripId++;
  }

  /** Seconds until a stop, rounded up; 0 once when it got there in the last move; else negative. */
  int secondsTo(Stop stop) {
    double away = stop.secondsFromStart() - position;
    if (away > 0) {
      return (int) Math.ceil(away);
    }
    return stop.secondsFromStart() > before ? 0 : -1;
  }

  /** Where a train is, in TfL's words. */
  String location() {
    List<Stop> stops = route().route().stops();
    int next = 0;
    while (next < stops.size() - 1 && stops.get(next).secondsFromStart() <= position) {
      next++;
    }
    Stop ahead = stops.get(next);
    if (next == 0) {
      return "At Platform";
    }
    Stop behind = stops.get(next - 1);
    if (position - behind.secondsFromStart() < NEAR_SECONDS) {
      return "At " + behind.shortName();
    }
    if (ahead.secondsFromStart() - position < NEAR_SECONDS) {
      return "Approaching " + ahead.shortName();
    }
    return "Between " + behind.shortName() + " and " + ahead.shortName();
  }
}
