package io.alluvium.pipeline;

import io.alluvium.delta.TxnAdvance;
import java.util.List;

/** What a task hands over to a table's writer: the effect of the offsets [from, to). */
interface Batch {
  /** The generation that it belongs to; once that has ended, the batch is dropped. */
  Lease lease();

  /** The table's position that it builds on. */
  long from();

  /** The table's position once it is committed. */
  long to();

  /**
   * Positions of source partitions that move in the same commit, where rows come by way of a
   * re-keyed topic; at most one an application id.
   */
  default List<TxnAdvance> reflected() {
    return List.of();
  }

  /**
   * Told that the batch is not in the table, because others changed what it builds on; the lease
   * goes on unless the batch ends it.
   */
  void reject(String reason);

  /** See {@link io.alluvium.delta.TableChange#readVersion}. */
  long readVersion();
}
