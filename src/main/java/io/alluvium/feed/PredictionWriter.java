package io.alluvium.feed;

import io.alluvium.feed.RouteText.StopText;
import io.alluvium.feed.Sighting.Known;

/**
 * Writes predictions as TfL's {@code Line/{ids}/Arrivals} serves them: the fields, their order and
 * their quirks are those of recorded responses of 2025 and 2026. Not thread-safe.
 */
final class PredictionWriter {
  private static final String TYPE =
      "\"$type\":\"Tfl.Api.Presentation.Entities.%s, Tfl.Api.Presentation.Entities\"";
  private static final byte[] HEAD =
      RouteText.bytes("{" + TYPE.formatted("Prediction") + ",\"id\":\"");
  private static final byte[] VEHICLE = RouteText.bytes("\",\"operationType\":1,\"vehicleId\":\"");
  private static final byte[] QUOTE = RouteText.bytes("\"");
  private static final byte[] TRIP = RouteText.bytes(",\"tripId\":\"");
  private static final byte[] BASE_VERSION = RouteText.bytes("\",\"baseVersion\":\"20260424\"");
  private static final byte[] TIMESTAMP = RouteText.bytes(",\"timestamp\":\"");
  private static final byte[] TIME_TO_STATION = RouteText.bytes("\",\"timeToStation\":");
  private static final byte[] LOCATION = RouteText.bytes(",\"currentLocation\":\"");
  private static final byte[] UNKNOWN_TOWARDS = RouteText.field("towards", "Check Front of Train");
  private static final byte[] EXPECTED = RouteText.bytes(",\"expectedArrival\":\"");
  private static final byte[] TIME_TO_LIVE = RouteText.bytes("\",\"timeToLive\":\"");
  private static final String TIMING =
      ",\"timing\":{" + TYPE.formatted("PredictionTiming") + ",\"countdownServerAdjustment\":\"";
  private static final byte[] BUS_TIMING = RouteText.bytes("\",\"modeName\":\"bus\"" + TIMING);
  private static final byte[] TUBE_TIMING =
      RouteText.bytes(
          "\",\"modeName\":\"tube\""
              + TIMING
              + "00:00:00\",\"source\":\"0001-01-01T00:00:00\",\"insert\":\"0001-01-01T00:00:00");
  private static final byte[] SOURCE = RouteText.bytes("\",\"source\":\"");
  private static final byte[] INSERT = RouteText.bytes("\",\"insert\":\"");
  private static final byte[] READ = RouteText.bytes("\",\"read\":\"");
  private static final byte[] SENT = RouteText.bytes("\",\"sent\":\"");
  private static final byte[] BUS_END =
      RouteText.bytes("\",\"received\":\"0001-01-01T00:00:00Z\"}}");
  private static final byte[] TUBE_END =
      RouteText.bytes("\",\"received\":\"0001-01-01T00:00:00\"}}");

  /** A bus prediction lives on for half a minute; a train's ends with its arrival. */
  private static final int BUS_GRACE_SECONDS = 30;

  private final ByteText out = new ByteText();
  private final Ticks ticks = new Ticks();

  /**
   * @param platform index into the stop's platforms
   * @param secondsAway {@code timeToStation}
   */
  byte[] write(Sighting seen, RouteText route, int stop, int platform, int secondsAway) {
    StopText at = route.stop(stop);
    boolean bus = route.route().mode() == Route.Mode.BUS;
    out.clear().add(HEAD).number(id(seen, at)).add(VEHICLE).ascii(seen.vehicleId()).add(QUOTE);
    out.add(at.placed().get(platform));
    if (seen.known() == Known.ALL) {
      out.add(route.direction());
    }
    out.add(at.bearing());
    if (bus) {
      out.add(TRIP).number(seen.tripId()).add(BASE_VERSION);
    }
    if (seen.known() != Known.NOTHING) {
      out.add(route.destination());
    }
    ticks.print(seen.ticks(), out.add(TIMESTAMP));
    out.add(TIME_TO_STATION).number(secondsAway);
    out.add(LOCATION).ascii(seen.currentLocation()).add(QUOTE);
    out.add(seen.known() == Known.NOTHING ? UNKNOWN_TOWARDS : at.towards());
    long sent = seen.ticks() - Math.floorMod(seen.ticks(), Ticks.PER_SECOND);
    long expected = sent + secondsAway * Ticks.PER_SECOND;
    ticks.print(expected, out.add(EXPECTED));
    out.add(TIME_TO_LIVE);
    if (bus) {
      ticks.print(expected + BUS_GRACE_SECONDS * Ticks.PER_SECOND, out);
      busTiming(seen, sent);
    } else {
      ticks.print(expected, out);
      ticks.print(milliseconds(seen.ticks()), out.add(TUBE_TIMING).add(READ));
      ticks.print(sent, out.add(SENT)).add(TUBE_END);
    }
    return out.copy();
  }

  private void busTiming(Sighting seen, long sent) {
    long read = milliseconds(seen.ticks() + seen.clockAdjustment());
    ticks.printSpan(seen.clockAdjustment(), out.add(BUS_TIMING));
    ticks.print(read - seen.tripId() % 3600 * Ticks.PER_SECOND, out.add(SOURCE));
    ticks.print(read + 3 * Ticks.PER_SECOND, out.add(INSERT));
    ticks.print(read, out.add(READ));
    ticks.print(sent, out.add(SENT)).add(BUS_END);
  }

  /** The same for every prediction of one vehicle at one stop, whichever the platform. */
  private static int id(Sighting seen, StopText stop) {
    int mixed = (seen.vehicleId().hashCode() * 31 + stop.hash()) * 0x9E3779B9;
    return mixed ^ mixed >>> 15;
  }

  private static long milliseconds(long ticks) {
    return ticks - Math.floorMod(ticks, Ticks.PER_MILLI);
  }
}
