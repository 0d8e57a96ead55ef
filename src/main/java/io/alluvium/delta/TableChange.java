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
 */
public record TableChange(
    String txnId,
    List<DataFile> adds,
    List<DataFile> removes,
    List<TxnAdvance> txns,
    Operation operation) {}
