package io.alluvium.store;

/** What folding a row into the store did. */
public enum Fold {
  /** The key is new. */
  INSERTED,
  /** The row replaced an older one. */
  UPDATED,
  /** The store holds a newer row; this one leaves no trace. */
  IGNORED
}
