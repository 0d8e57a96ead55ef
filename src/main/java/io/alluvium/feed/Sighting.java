package io.alluvium.feed;

/**
 * What one response of TfL says about one vehicle, apart from the stops ahead.
 *
 * @param ticks the response's {@code timestamp}, see {@link Ticks}
 * @param tripId buses only
 * @param currentLocation ASCII; trains only
 * @param known how much TfL knows of a train; buses are always {@link Known#ALL}
 * @param clockAdjustment {@code countdownServerAdjustment} of buses, in ticks
 */
record Sighting(
    String vehicleId,
    long ticks,
    long tripId,
    String currentLocation,
    Known known,
    long clockAdjustment) {
  enum Known {
    ALL,
    /** No {@code direction}. */
    DESTINATION_ONLY,
    /** Neither {@code direction} nor destination: "Check Front of Train". */
    NOTHING
  }
}
