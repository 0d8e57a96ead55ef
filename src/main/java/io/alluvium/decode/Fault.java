package io.alluvium.decode;

/** Why a message gave no fields. */
public enum Fault {
  NONE,
  /** The record has no value: a tombstone. */
  NULL_VALUE,
  /** Nothing but white space, or no bytes at all. */
  EMPTY,
  /** Broken JSON, or beyond the limits of {@link MessageDecoder}. */
  NOT_JSON,
  /** JSON, but an array or a scalar. */
  NOT_AN_OBJECT
}
