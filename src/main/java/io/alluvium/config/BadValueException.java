package io.alluvium.config;

/** Says why a value doesn't do; caught by whoever knows the key. */
final class BadValueException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String remedy;

  BadValueException(String reason, String remedy) {
    super(reason, null, false, false);
    this.reason = reason;
    this.remedy = remedy;
  }

  String reason() {
    return reason;
  }

  String remedy() {
    return remedy;
  }
}
