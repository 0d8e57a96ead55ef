package io.alluvium.spark;

/** A file of a checkpoint that can't be understood; the message says what is wrong with it. */
final class MalformedEntryException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedEntryException(String reason) {
    super(reason);
  }
}
