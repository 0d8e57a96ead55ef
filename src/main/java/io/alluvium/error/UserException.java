package io.alluvium.error;

/**
 * Something that the person at the terminal can mend: what is wrong, why, what to do, and the
 * command's exit code. Made in this package only, which has a factory a subject.
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

  static UserException failed(String what, String why, String remedy) {
    return failed(what, why, remedy, null);
  }

  static UserException failed(String what, String why, String remedy, Throwable cause) {
    return new UserException(ExitCode.FAILED, what, why, remedy, cause);
  }

  static UserException wrongData(String what, String why, String remedy) {
    return new UserException(ExitCode.WRONG_DATA, what, why, remedy, null);
  }

  /** What a cause says, for {@code why}. */
  static String reason(Throwable cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
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
