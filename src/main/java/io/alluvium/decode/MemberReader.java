package io.alluvium.decode;

import com.fasterxml.jackson.core.JsonParser;
import io.alluvium.row.RowBuilder;
import java.io.IOException;

/** Takes the value of one member of a message's root object. */
interface MemberReader {
  /** Expects the parser at the value's first token and leaves it at its last. */
  void read(JsonParser parser, long nowMicros, RowBuilder out) throws IOException;
}
