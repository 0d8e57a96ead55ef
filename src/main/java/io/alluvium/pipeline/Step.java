package io.alluvium.pipeline;

/** The named steps of a flush and of a handover, in the order in which they happen. */
public enum Step {
  /** A task has handed a bronze batch to the writer. */
  BRONZE_SEALED,
  /** Bronze's data files are on storage, no commit refers to them. */
  BRONZE_WRITTEN,
  /** The bronze commit is in the log, nobody has been told. */
  BRONZE_COMMITTED,
  /** Bronze files are merged into new ones, no commit refers to these. */
  MERGE_WRITTEN,
  /** The merge is in bronze's log. */
  MERGE_COMMITTED,
  /** A task has handed a silver batch to the writer. */
  SILVER_SEALED,
  /** Bronze holds what the silver batch holds; silver's data files are not begun. */
  SILVER_READY,
  /** Deleted keys are remembered; silver's data files are not begun. */
  DELETES_KEPT,
  /** Silver's data files are on storage, no commit refers to them. */
  SILVER_WRITTEN,
  /** Silver's rows are copied to fewer files, no commit refers to them. */
  SILVER_COMPACTED,
  /** The silver commit is in the log, nobody has been told. */
  SILVER_COMMITTED,
  /** Bronze holds the rows that are to be sent to the re-keyed topic. */
  REKEYING,
  /** The re-keyed topic has them, nobody has been told. */
  REKEYED,
  /** The consumer's offsets are about to be committed. */
  OFFSETS_COMMITTING,
  /** The consumer's offsets are committed. */
  OFFSETS_COMMITTED,
  /** Partitions are being taken away, their batches still count. */
  REVOKING,
  /** The revoked partitions' batches are cancelled or done. */
  REVOKED,
  /** New partitions' positions are read, the consumer stands on them. */
  ASSIGNED,
  /** A partition's rows are loaded from silver. */
  LOADED
}
