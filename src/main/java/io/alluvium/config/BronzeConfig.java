package io.alluvium.config;

import io.alluvium.decode.BronzeColumn;
import io.alluvium.delta.TableSpec;
import java.time.Duration;
import java.util.List;

/**
 * The table of all messages.
 *
 * @param table schema, partitioning, path and name
 * @param columns how each column is made, in the order of {@code table.schema()}
 * @param flushInterval how long a record may wait to become durable
 * @param quarantinePath root of the table of byte-exact messages that bronze can't hold as they are
 * @param engine what writes the table's log
 * @param compaction whether the service merges small files
 * @param targetFileBytes how large merged files may become
 */
public record BronzeConfig(
    TableSpec table,
    List<BronzeColumn> columns,
    Duration flushInterval,
    String quarantinePath,
    Engine engine,
    Compaction compaction,
    long targetFileBytes) {
  /** How commits are written. */
  public enum Engine {
    /** delta-standalone, at protocol 1/2. */
    STANDALONE,
    /** The program itself, with Delta Kernel for loading and checkpoints. */
    KERNEL
  }

  /** Whether the service merges small files by itself. */
  public enum Compaction {
    ON,
    OFF
  }
}
