package io.alluvium.rekey;

import io.alluvium.rekey.RekeyedRecord.Kind;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The value of a re-keyed message: format (1 byte), origin (8), stream (8), source partition (4),
 * from (8), to (8), kind (1), then the row as {@link Row} lays it out. Big endian. Stateless.
 */
public final class RekeyedCodec {
  /** What a message costs besides its row. Bytes. */
  public static final int HEADER = 1 + 3 * Long.BYTES + Integer.BYTES + Long.BYTES + 1;

  private static final byte FORMAT = 1;

  private final long origin;
  private final Schema schema;

  /**
   * @param origin of the messages that are meant for this table: other pipelines', and those of
   *     former schemas, have another
   * @param schema of silver
   */
  public RekeyedCodec(long origin, Schema schema) {
    this.origin = origin;
    this.schema = schema;
  }

  public byte[] encode(RekeyedRecord message) {
    int rowBytes = message.row() == null ? 0 : message.row().sizeInBytes();
    ByteBuffer buffer =
        ByteBuffer.allocate(HEADER + rowBytes)
            .put(FORMAT)
            .putLong(origin)
            .putLong(message.stream())
            .putInt(message.source())
            .putLong(message.from())
            .putLong(message.to())
            .put(message.kind().code());
    if (message.row() != null) {
      message.row().copyTo(buffer.array(), HEADER);
    }
    return buffer.array();
  }

  /** The message that a value holds; empty if it isn't one of this origin. */
  public Optional<RekeyedRecord> decode(byte[] value) {
    if (value == null || value.length < HEADER) {
      return Optional.empty();
    }
    ByteBuffer buffer = ByteBuffer.wrap(value);
    if (buffer.get() != FORMAT || buffer.getLong() != origin) {
      return Optional.empty();
    }
    long stream = buffer.getLong();
    int source = buffer.getInt();
    long from = buffer.getLong();
    long to = buffer.getLong();
    Kind kind = Kind.of(buffer.get());
    if (kind == null || source < 0 || from < 0 || to <= from) {
      return Optional.empty();
    }
    if (kind == Kind.NOTHING) {
      return Optional.of(new RekeyedRecord(stream, source, from, to, Kind.NOTHING, null));
    }
    return Row.read(schema, value, HEADER)
        .map(row -> new RekeyedRecord(stream, source, from, to, kind, row));
  }
}
