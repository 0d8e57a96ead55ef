package io.alluvium.rekey;

import io.alluvium.row.Row;

/**
 * What a message of the re-keyed topic says: of the source partition's offsets [from, to), this
 * partition of the re-keyed topic gets one row, that of the last offset, or none.
 *
 * <p>The messages of one stream into one partition follow each other without a gap: the {@code
 * from} of each is the {@code to} of the one before it. So a message that is missing shows.
 *
 * @param stream who sent it: one stay of the source partition in one process
 * @param source the source partition
 * @param row of silver; null for {@link Kind#NOTHING}
 */
public record RekeyedRecord(long stream, int source, long from, long to, Kind kind, Row row) {
  /** What the row means. */
  public enum Kind {
    /** No row: only how far the source partition has come. */
    NOTHING(0),
    /** See {@link io.alluvium.derive.SilverRows.Meaning#ROW}. */
    ROW(1),
    /** See {@link io.alluvium.derive.SilverRows.Meaning#DELETE}. */
    DELETE(2),
    /** See {@link io.alluvium.derive.SilverRows.Meaning#TOMBSTONE}. */
    TOMBSTONE(3);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    /** What stands for it in messages. */
    byte code() {
      return code;
    }

    /** Null if the code stands for none. */
    static Kind of(byte code) {
      return switch (code) {
        case 0 -> NOTHING;
        case 1 -> ROW;
        case 2 -> DELETE;
        case 3 -> TOMBSTONE;
        default -> null;
      };
    }
  }
}
