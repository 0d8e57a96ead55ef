package io.alluvium.delta;

import java.util.List;

/**
 * One commit to be made.
 *
 * @param txnId unique to this change; trying the same change again is how a lost acknowledgement is
 *     recognised, so it must not be used for another
 * @param adds files that are written and closed; one that is in the table already, with another
 *     deletion vector, replaces what the table has of it and is among {@code removes} too
 * @param removes files of the table that go, as the table has them
 * @param changeData files that say which rows changed (Delta protocol, "Add CDC File")
 * @param txns conditions and positions, at most one an application id
 * @param readVersion the table version up to which the planner knows the rows: others' rows that
 *     came later are a {@link CommitOutcome.Conflict}; {@link #APPEND} if it builds on no rows
 */
public record TableChange(
    String txnId,
    Effect effect,
    List<DataFile> adds,
    List<DataFile> removes,
    List<DataFile> changeData,
    List<TxnAdvance> txns,
    Operation operation,
    long readVersion) {
  /** The change holds whatever rows the table has, as an append does. */
  public static final long APPEND = Long.MAX_VALUE;

  /** What a change does to the table's rows (Delta protocol, {@code dataChange}). */
  public enum Effect {
    /** It changes them. */
    ROWS,
    /** It only moves them to other files. */
    LAYOUT
  }

  public TableChange {
    adds = List.copyOf(adds);
    removes = List.copyOf(removes);
    changeData = List.copyOf(changeData);
    txns = List.copyOf(txns);
  }

  /** A change that builds on no rows of the table. */
  public TableChange(
      String txnId,
      List<DataFile> adds,
      List<DataFile> removes,
      List<TxnAdvance> txns,
      Operation operation) {
    this(txnId, Effect.ROWS, adds, removes, List.of(), txns, operation, APPEND);
  }
}
