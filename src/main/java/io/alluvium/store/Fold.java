package io.alluvium.store;

/** What folding a row into the store did. */
public enum Fold {
  /** The key is new. */
  INSERTED,
  /** The row replaced another. */
  UPDATED,
  /** The key has no row any more. */
  DELETED,
  /** The row held goes before this one, which leaves no trace. */
  IGNORED
}
