package io.alluvium.delta;

import java.util.List;

/**
 * One commit to be made.
 *
 * @param txnId unique to this change; trying the same change again is how a lost acknowledgement is
 *     recognised, so it must not be used for another
 * @param adds files that are written and closed
 * @param removes files of the table that go
 * @param txns conditions and positions, at most one an application id
 * @param readVersion the table version up to which the planner knows the rows: others' rows that
 *     came later are a {@link CommitOutcome.Conflict}; {@link #APPEND} if it builds on no rows
 */
public record TableChange(
    String txnId,
    List<DataFile> adds,
    List<DataFile> removes,
    List<TxnAdvance> txns,
    Operation operation,
    long readVersion) {
  /** The change holds whatever rows the table has, as an append does. */
  public static final long APPEND = Long.MAX_VALUE;

  public TableChange {
    adds = List.copyOf(adds);
    removes = List.copyOf(removes);
    txns = List.copyOf(txns);
  }

  /** A change that builds on no rows of the table. */
  public TableChange(
      String txnId,
      List<DataFile> adds,
      List<DataFile> removes,
      List<TxnAdvance> txns,
      Operation operation) {
    this(txnId, adds, removes, txns, operation, APPEND);
  }
}
