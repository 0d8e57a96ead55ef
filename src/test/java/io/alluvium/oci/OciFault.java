package io.alluvium.oci;

import java.time.Duration;

/** Something that goes wrong with one request whose signature is good. */
public sealed interface OciFault {
  /** An answer in place of the handler's: 429, 500, 503. */
  record Refused(int status) implements OciFault {}

  /** The handler is asked late. */
  record Delayed(Duration duration) implements OciFault {}

  /** The connection ends before anything has happened. */
  record Dropped() implements OciFault {}

  /** The connection ends when the handler has done its work. */
  record AnswerLost() implements OciFault {}
}
