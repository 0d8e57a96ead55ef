package io.alluvium.delta.log;

/** What is done about a {@link Rewind} that nobody has accepted yet. */
public enum Rewinds {
  /** The table is refused. */
  REFUSE,
  /** They are taken as they are: by whoever moves the positions on purpose. */
  ACCEPT
}
