package io.alluvium.pipeline;

import io.alluvium.delta.TxnAdvance;
import java.util.List;

/** Positions that move with the rows of a batch, besides its own. For the stream thread. */
interface Reflected {
  /** Where rows come straight from the source, its position is the batch's own. */
  Reflected NONE =
      new Reflected() {
        @Override
        public List<TxnAdvance> seal() {
          return List.of();
        }

        @Override
        public void takeBack(List<TxnAdvance> advances) {}
      };

  /** What has moved since the last call. */
  List<TxnAdvance> seal();

  /** The last {@link #seal} isn't in the table: what it moved is to be moved again. */
  void takeBack(List<TxnAdvance> advances);
}
