package io.alluvium.pipeline;

import io.alluvium.decode.SourceRecord;

/** One partition's work on the stream thread. */
interface Task {
  Lease lease();

  /** Takes one record; records come in offset order. Blocks while storage is behind. */
  void take(SourceRecord record) throws InterruptedException;

  /** Hands over what is due. Called often, between records. */
  void tick() throws InterruptedException;

  /** Hands everything over that isn't durable, due or not. Call until {@link #settled}. */
  void flush();

  /** Whether all that was taken is durable. */
  default boolean settled() {
    return lease().durable() >= lease().processed();
  }
}
