package io.alluvium.derive;

import io.alluvium.cast.StringCast;
import io.alluvium.cast.Utf8Decoder;
import io.alluvium.decode.MessageDecoder;
import io.alluvium.decode.SourceRecord;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.row.Schema;
import java.util.Arrays;

/**
 * Finds whom a tombstone deletes in the text of its record key: makes of it the bronze row that a
 * message with that key would be. For one thread.
 */
public final class RecordKeys implements SilverRows.Tombstones {
  private final int payload;
  private final int recordKey;
  private final Reader reader;
  private final RowBuilder row;

  /** Makes a bronze row of a text. */
  private interface Reader {
    void read(RowReader bronzeRow, int recordKey, RowBuilder out);
  }

  private RecordKeys(Schema bronze, String payload, String recordKey, Reader reader) {
    this.payload = bronze.require(payload);
    this.recordKey = bronze.require(recordKey);
    this.reader = reader;
    this.row = new RowBuilder(bronze);
  }

  /**
   * The record key is a JSON object as messages are.
   *
   * @param decoder of messages to rows of {@code bronze}
   */
  public static RecordKeys json(
      Schema bronze, String payload, String recordKey, MessageDecoder decoder) {
    return new RecordKeys(
        bronze,
        payload,
        recordKey,
        (row, key, out) -> {
          int from = row.offset(key);
          byte[] text = Arrays.copyOfRange(row.array(key), from, from + row.length(key));
          decoder.decode(new SourceRecord(0, 0, 0, null, text), 0, out);
        });
  }

  /**
   * The record key is the text of one field.
   *
   * @param field the bronze column that such a field of a message makes
   */
  public static RecordKeys raw(Schema bronze, String payload, String recordKey, String field) {
    int column = bronze.require(field);
    StringCast cast = StringCast.to(bronze.type(column));
    Utf8Decoder text = new Utf8Decoder();
    return new RecordKeys(
        bronze,
        payload,
        recordKey,
        (row, key, out) -> {
          text.decode(row.array(key), row.offset(key), row.length(key));
          cast.cast(text.chars(), 0, text.length(), 0, out.clear(), column);
        });
  }

  @Override
  public boolean isTombstone(RowReader bronzeRow) {
    return bronzeRow.isNull(payload) && !bronzeRow.isNull(recordKey);
  }

  @Override
  public RowReader keyRow(RowReader bronzeRow) {
    reader.read(bronzeRow, recordKey, row);
    return row;
  }
}
