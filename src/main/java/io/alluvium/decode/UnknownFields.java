package io.alluvium.decode;

import com.fasterxml.jackson.core.JsonParser;
import io.alluvium.row.RowBuilder;
import java.io.IOException;

/**
 * Gathers the members of a message's root object that no other column reads, as the text of one
 * object: in the message's order, those of one name as often as they come.
 */
final class UnknownFields implements MemberReader {
  private final int column;

  /** Its own, since readers of other members render in between. */
  private final JsonValues object = new JsonValues();

  UnknownFields(int column) {
    this.column = column;
  }

  /** Forgets the last document. */
  void reset() {
    object.reset();
  }

  @Override
  public void read(JsonParser parser, long nowMicros, RowBuilder out) throws IOException {
    object.appendMember(parser);
  }

  /** Sets the column, once the document has ended; without a member it stays null. */
  void set(RowBuilder out) {
    object.setObject(out, column);
  }

  boolean sawNonNumeric() {
    return object.sawNonNumeric();
  }
}
