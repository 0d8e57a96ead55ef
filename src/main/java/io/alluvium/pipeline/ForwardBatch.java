package io.alluvium.pipeline;

import io.alluvium.delta.TableChange;
import java.util.List;

/**
 * Rows of a source partition for the re-keyed topic, once bronze holds them.
 *
 * @param from the source offset that it begins at
 * @param to the source offset that it covers all below of
 * @param messages in the order in which they are to be sent
 * @param bytes what it holds on to in memory
 */
record ForwardBatch(Lease lease, long from, long to, List<Message> messages, long bytes)
    implements Batch {
  /**
   * One message.
   *
   * @param partition of the re-keyed topic
   * @param key null if it has no row
   * @param offset of the source record that it is made of
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record Message(int partition, byte[] key, byte[] value, long offset) {
    /** Objects, arrays and list slot: what a message costs in memory besides its bytes. */
    private static final int OVERHEAD = 80;

    int sizeInBytes() {
      return OVERHEAD + value.length + (key == null ? 0 : key.length);
    }
  }

  @Override
  public void reject(String reason) {
    lease.fail(reason, null);
  }

  @Override
  public long readVersion() {
    return TableChange.APPEND;
  }
}
