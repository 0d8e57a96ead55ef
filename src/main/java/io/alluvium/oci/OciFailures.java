package io.alluvium.oci;

import com.oracle.bmc.model.BmcException;

/** What a failed call means for who made it. */
public final class OciFailures {
  private static final int TOO_MANY = 429;
  private static final int SERVER = 500;

  private OciFailures() {}

  /** Whether the same call may succeed later with nobody having done anything about it. */
  public static boolean isPassing(BmcException e) {
    int status = e.getStatusCode();
    return status <= 0 || status == TOO_MANY || status >= SERVER;
  }

  /** What it says of itself, in a line. */
  public static String reason(BmcException e) {
    String message = e.getUnmodifiedMessage();
    String first = message == null ? "no message" : message.lines().findFirst().orElse("");
    return e.getStatusCode() <= 0
        ? first
        : "HTTP " + e.getStatusCode() + " " + e.getServiceCode() + ": " + first;
  }
}
