package io.alluvium.objectstorage;

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
    /** It takes effect, and the answer comes too late for the client. */
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

  /** The fate of the next request; called by several threads. */
  Fault next(String request);
}
