package io.alluvium.objectstorage;

import java.util.SplittableRandom;

/** What an emulated object storage does wrong, asked before and after each request. */
public interface StorageTrouble {
  StorageTrouble NONE = request -> Fault.NONE;

  /** One request's fate. */
  enum Fault {
    NONE(0),
    CONFLICT(409),
    THROTTLED(429),
    INTERNAL(500),
    UNAVAILABLE(503),
    /** It takes effect, and the answer is an error. */
    FAILED_AFTER_EFFECT(500),
    /** It takes effect, and every connection ends before its answer. */
    LOST_ANSWER(0);

    private final int status;

    Fault(int status) {
      this.status = status;
    }

    public int status() {
      return status;
    }

    public boolean takesEffect() {
      return this == NONE || this == FAILED_AFTER_EFFECT || this == LOST_ANSWER;
    }
  }

  /**
   * Trouble with one request in so many, of all kinds in turn.
   *
   * @param seed of the choice
   */
  static StorageTrouble oneIn(int requests, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Fault[] faults = Fault.values();
    return request -> {
      Fault fault = Fault.NONE;
      synchronized (random) {
        if (random.nextInt(requests) == 0) {
          fault = faults[1 + random.nextInt(faults.length - 1)];
        }
      }
      // Only who changes something can be in somebody's way.
      return fault == Fault.CONFLICT && !request.startsWith("PUT") ? Fault.UNAVAILABLE : fault;
    };
  }

  /** Whether puts overwrite though they were told not to, as by servers that know no conditions. */
  default boolean overlooksConditions() {
    return false;
  }

  /** The fate of the next request; called by several threads. */
  Fault next(String request);
}
