package io.alluvium.store;

/** Whether a store keeps the table's row of a key that has changed, until the change is sealed. */
public enum ReplacedRows {
  /** For those who have to tell what a row was before. */
  KEEP,
  FORGET
}
