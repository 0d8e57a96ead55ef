package io.alluvium.error;

/** The process exit codes, the worse the later: a public contract. */
public enum ExitCode {
  DONE(0),
  FAILED(1),
  /** The command line or the configuration is wrong. */
  USAGE(2),
  /** The tables hold something that they must not. */
  WRONG_DATA(3);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The worse of this and another. */
  public ExitCode orWorse(ExitCode other) {
    return compareTo(other) >= 0 ? this : other;
  }

  public int code() {
    return code;
  }
}
