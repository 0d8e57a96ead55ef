package io.alluvium.derive;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import java.util.Optional;

/** Makes of a bronze row what it means for silver. Never throws. Used by one thread. */
public final class SilverRows {
  private final RowMapper mapper;
  private final int[] keyColumns;
  private final int[] required;
  private final Optional<Tombstones> tombstones;

  /** What a bronze row means. */
  public enum Meaning {
    /** A row of its key. */
    ROW,
    /** Its key's row goes, if it isn't newer. */
    DELETE,
    /** Its key's row goes, however new it is; only the key is known. */
    TOMBSTONE,
    /** Nothing: it lacks a key column, or what orders it. */
    INCOMPLETE
  }

  /** Reads keys from bronze rows that have nothing else. */
  public interface Tombstones {
    boolean isTombstone(RowReader bronzeRow);

    /** A bronze row with all that the key tells, until the next call. */
    RowReader keyRow(RowReader bronzeRow);
  }

  /**
   * @param mapper its condition tells which rows delete
   * @param keyColumns silver columns without which a tombstone means nothing
   * @param required silver columns without which other rows mean nothing, the key's first
   */
  public SilverRows(
      RowMapper mapper, int[] keyColumns, int[] required, Optional<Tombstones> tombstones) {
    this.mapper = mapper;
    this.keyColumns = keyColumns.clone();
    this.required = required.clone();
    this.tombstones = tombstones;
  }

  /**
   * Fills {@code out}, whatever it holds, with the silver row of a bronze row.
   *
   * @param nowMicros the time of the flush, µs since the epoch
   */
  public Meaning map(RowReader bronzeRow, long nowMicros, RowBuilder out) {
    if (tombstones.isPresent() && tombstones.get().isTombstone(bronzeRow)) {
      mapper.map(tombstones.get().keyRow(bronzeRow), nowMicros, out);
      return isComplete(out, keyColumns) ? Meaning.TOMBSTONE : Meaning.INCOMPLETE;
    }
    mapper.map(bronzeRow, nowMicros, out);
    if (!isComplete(out, required)) {
      return Meaning.INCOMPLETE;
    }
    return mapper.holds(bronzeRow, out) ? Meaning.DELETE : Meaning.ROW;
  }

  /**
   * The first column without which a row means nothing and that it lacks.
   *
   * @param row what {@link #map} made of an {@link Meaning#INCOMPLETE} row
   */
  public String lacking(RowReader row) {
    for (int column : required) {
      if (row.isNull(column)) {
        return row.schema().column(column).name();
      }
    }
    throw new IllegalArgumentException("it lacks nothing");
  }

  private static boolean isComplete(RowReader row, int[] columns) {
    for (int column : columns) {
      if (row.isNull(column)) {
        return false;
      }
    }
    return true;
  }
}
