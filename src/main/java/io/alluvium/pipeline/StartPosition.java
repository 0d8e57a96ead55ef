package io.alluvium.pipeline;

import io.alluvium.config.SourceConfig;
import java.util.OptionalLong;

/**
 * Where a partition starts. Delta decides: the smaller of the two tables' positions, whatever Kafka
 * remembers; the topic only says whether that offset can still be had.
 */
sealed interface StartPosition {
  /**
   * Go on at the tables' positions.
   *
   * @param bronze bronze's next offset
   * @param silver silver's
   */
  record Resume(long bronze, long silver) implements StartPosition {
    long offset() {
      return Math.min(bronze, silver);
    }
  }

  /**
   * The tables know nothing yet, or one of them: write this position into both first, so that a
   * crash before the first batch loses nothing.
   */
  record Anchor(long offset) implements StartPosition {}

  /** Offsets [from, to) are gone and the configuration says to go on without them. */
  record Skip(long from, long to) implements StartPosition {}

  /** The topic has lost offsets that the tables need, by retention. */
  record Gap(long position, long beginning) implements StartPosition {}

  /**
   * The topic has lost offsets that silver needs and bronze has: going on would leave silver short
   * of rows that bronze holds, whatever the configuration says of gaps.
   */
  record SilverGap(long bronze, long silver, long beginning) implements StartPosition {}

  /** The topic ends before the tables' position: it was recreated or truncated. */
  record Ahead(long position, long end) implements StartPosition {}

  /** Bronze has rows and silver has never been written: silver would start half empty. */
  record SilverMissing(long bronze) implements StartPosition {}

  /** Silver has passed bronze: bronze was replaced or restored. */
  record BronzeBehind(long bronze, long silver) implements StartPosition {}

  /**
   * Decides.
   *
   * @param bronze the position in bronze, empty if it has none
   * @param silver the position in silver, empty if it has none
   * @param beginning the first offset that the topic holds
   * @param end the offset after its last
   */
  static StartPosition decide(
      OptionalLong bronze, OptionalLong silver, long beginning, long end, SourceConfig source) {
    if (bronze.isPresent() && silver.isEmpty()) {
      return new SilverMissing(bronze.getAsLong());
    }
    if (silver.isPresent() && bronze.isPresent() && bronze.getAsLong() < silver.getAsLong()) {
      return new BronzeBehind(bronze.getAsLong(), silver.getAsLong());
    }
    if (bronze.isEmpty()) {
      return new Anchor(silver.orElse(first(beginning, end, source.start())));
    }
    return resume(bronze.getAsLong(), silver.getAsLong(), beginning, end, source.onGap());
  }

  private static StartPosition resume(
      long bronze, long silver, long beginning, long end, SourceConfig.OnGap onGap) {
    if (bronze > end) {
      return new Ahead(bronze, end);
    }
    if (silver >= beginning) {
      return new Resume(bronze, silver);
    }
    if (silver < bronze) {
      return new SilverGap(bronze, silver, beginning);
    }
    return onGap == SourceConfig.OnGap.CONTINUE
        ? new Skip(silver, beginning)
        : new Gap(silver, beginning);
  }

  /** After a takeover from Spark only partitions that its jobs never saw have no position. */
  private static long first(long beginning, long end, SourceConfig.Start start) {
    return start == SourceConfig.Edge.LATEST ? end : beginning;
  }
}
