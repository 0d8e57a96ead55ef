package io.alluvium.inspect.rebuild;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.SilverConfig;
import io.alluvium.config.SilverRowsOf;
import io.alluvium.delta.DataFile;
import io.alluvium.derive.SilverRows;
import io.alluvium.derive.SilverRows.Meaning;
import io.alluvium.pipeline.Deletions;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.store.LatestStore;
import io.alluvium.store.ReplacedRows;
import io.alluvium.store.Upsert;
import java.time.Clock;
import java.util.List;

/**
 * Reduces bronze rows to a row a key as the stream does, which takes the same rows in the same
 * order. For one thread.
 */
final class SilverFold {
  private final SilverRows mapper;
  private final RowBuilder builder;
  private final LatestStore<DataFile> store;
  private final Deletions deletions;
  private final long flushTime;
  private long incomplete;

  /**
   * What is left, or what there is so far.
   *
   * @param rows of silver
   * @param markers of deleted keys that are to be remembered: silver rows with key and sequence
   */
  record Reduced(List<Row> rows, List<Row> markers) {}

  /**
   * @param bronze the schema of the rows
   * @param flushTime what the time of the flush stands for, microseconds since the epoch
   */
  SilverFold(PipelineConfig config, Schema bronze, long flushTime, Clock clock) {
    SilverConfig silver = config.silver();
    Schema schema = silver.table().schema();
    this.mapper = new SilverRowsOf(config).rows(bronze);
    this.builder = new RowBuilder(schema);
    this.store =
        new LatestStore<>(
            schema.requireAll(silver.key()),
            silver.matching().precedence(schema),
            ReplacedRows.FORGET);
    this.deletions = new Deletions(silver, clock);
    this.flushTime = flushTime;
  }

  void fold(Row bronzeRow) {
    Meaning meaning = mapper.map(bronzeRow, flushTime, builder);
    if (meaning == Meaning.INCOMPLETE) {
      incomplete++;
    } else {
      deletions.fold(store, meaning, builder.build());
    }
  }

  /**
   * Takes up what another fold had come to by {@link #soFar}, before any row.
   *
   * @param newest that fold's
   * @param incompleteSoFar that fold's
   */
  void resume(long newest, long incompleteSoFar) {
    deletions.seenUpTo(newest);
    incomplete = incompleteSoFar;
  }

  /** Takes up a row that another fold had come to. */
  void resumeRow(Row row) {
    store.fold(row);
  }

  /** Takes up a deleted key of another fold. */
  void resumeMarker(Row marker) {
    store.delete(marker);
  }

  /** See {@link Deletions#newest}. */
  long newest() {
    return deletions.newest();
  }

  /** How many rows meant nothing for silver. */
  long incomplete() {
    return incomplete;
  }

  /** How many keys have a row. */
  int keys() {
    return store.size();
  }

  /** What it has come to so far, those that will expire or be forgotten included; it goes on. */
  Reduced soFar() {
    Upsert<DataFile> all = store.seal(files -> List.of());
    store.unseal(all);
    return new Reduced(all.changed().rows(), all.markers());
  }

  /** Ends it: nothing can be folded any more. */
  Reduced finish() {
    store.expire(0, Integer.MAX_VALUE, deletions.expired());
    Upsert<DataFile> all = store.seal(files -> List.of());
    return new Reduced(
        all.changed().rows(),
        all.markers().stream().filter(deletions.outdated().negate()).toList());
  }
}
