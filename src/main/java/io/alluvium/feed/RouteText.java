package io.alluvium.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/**
 * The parts of a prediction's JSON that don't change from message to message, encoded once a route.
 * The text comes from {@code routes.tsv}, which holds nothing that JSON would escape.
 */
final class RouteText {
  private final Route route;
  private final byte[] direction;
  private final byte[] destination;
  private final List<StopText> stops;

  /**
   * One stop's parts.
   *
   * @param placed from {@code naptanId} to {@code platformName}, one a platform
   * @param hash tells stops apart in prediction ids
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared and never leaves the package.
  record StopText(List<byte[]> placed, byte[] bearing, byte[] towards, int hash) {}

  RouteText(Route route) {
    this.route = route;
    direction = field("direction", route.direction());
    destination =
        bytes(
            ",\"destinationNaptanId\":\""
                + route.destinationId()
                + "\",\"destinationName\":\""
                + route.destinationName()
                + '"');
    stops = route.stops().stream().map(this::stop).toList();
  }

  Route route() {
    return route;
  }

  byte[] direction() {
    return direction;
  }

  byte[] destination() {
    return destination;
  }

  StopText stop(int index) {
    return stops.get(index);
  }

  private StopText stop(Stop stop) {
    return new StopText(
        stop.platforms().stream().map(platform -> placed(stop, platform)).toList(),
        field("bearing", stop.bearing()),
        field("towards", stop.towards()),
        (stop.naptanId() + route.lineId()).hashCode());
  }

  private byte[] placed(Stop stop, String platform) {
    return bytes(
        ",\"naptanId\":\""
            + stop.naptanId()
            + "\",\"stationName\":\""
            + stop.name()
            + "\",\"lineId\":\""
            + route.lineId()
            + "\",\"lineName\":\""
            + route.lineName()
            + "\",\"platformName\":\""
            + platform
            + '"');
  }

  static byte[] field(String name, String value) {
    return bytes(",\"" + name + "\":\"" + value + '"');
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
