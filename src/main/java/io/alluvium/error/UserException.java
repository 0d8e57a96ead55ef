package io.alluvium.error;

/**
 * Something that the person at the terminal can mend: what is wrong, why, what to do, and the
 * command's exit code. Made by {@link Errors}, {@link TakeoverErrors} and {@link RekeyErrors} only.
 */
public final class UserException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;
  private final String what;
  private final String why;
  private final String remedy;

  UserException(ExitCode exitCode, String what, String why, String remedy, Throwable cause) {
    super(what + " — " + why + " — " + remedy, cause);
    this.exitCode = exitCode;
    this.what = what;
    this.why = why;
    this.remedy = remedy;
  }

  public ExitCode exitCode() {
    return exitCode;
  }

  public String what() {
    return what;
  }

  public String why() {
    return why;
  }

  public String remedy() {
    return remedy;
  }
}
