package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.row.Row;
import io.alluvium.store.Placement;
import io.alluvium.store.Upsert;
import io.alluvium.upsert.Relocation;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Work for silver.
 *
 * @param reflected see {@link Batch#reflected}
 * @param settlement told, on the writer's thread, how it ended
 */
record SilverBatch(
    Lease lease,
    long from,
    long to,
    List<TxnAdvance> reflected,
    long readVersion,
    Work work,
    Consumer<Settlement> settlement)
    implements Batch {

  /** What is to be done. */
  sealed interface Work {
    /**
     * Rows that changed, or none if only the position moves.
     *
     * @param outdatedMarkers which deleted keys need not be remembered any longer
     */
    record Changes(Upsert<DataFile> upsert, Predicate<Row> outdatedMarkers) implements Work {}

    /** The same rows in other files; the position stays. */
    record Layout(Relocation relocation) implements Work {}
  }

  /** How a batch ended whose lease goes on. */
  sealed interface Settlement {
    /** It is in the table at {@code version}. */
    record Placed(long version, Placement<DataFile> placement) implements Settlement {}

    /** It is not in the table, because others changed what it builds on. */
    record Rejected(String reason) implements Settlement {}
  }

  @Override
  public void reject(String reason) {
    settlement.accept(new Settlement.Rejected(reason));
  }
}
