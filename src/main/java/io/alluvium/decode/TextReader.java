package io.alluvium.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.decode.JsonPath.Member;
import io.alluvium.decode.JsonPath.Step;
import io.alluvium.row.RowBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Reads one text column, from the root or from the root's member where its path starts. */
final class TextReader implements MemberReader {
  private final JsonValues values;
  private final List<Step> steps;
  private final int column;
  private final PathReader fromRoot;
  private final PathReader fromMember;
  private boolean found;

  TextReader(JsonValues values, JsonPath path, int column) {
    this.values = values;
    this.steps = path.steps();
    this.column = column;
    this.fromRoot = new PathReader(values, steps, column);
    this.fromMember =
        new PathReader(values, steps.subList(Math.min(1, steps.size()), steps.size()), column);
  }

  /** The root's member that the path starts with, if it starts with one. */
  Optional<String> member() {
    return !steps.isEmpty() && steps.get(0) instanceof Member member
        ? Optional.of(member.name())
        : Optional.empty();
  }

  /** Forgets the last document. */
  void reset() {
    found = false;
  }

  @Override
  public void read(JsonParser parser, long nowMicros, RowBuilder out) throws IOException {
    if (found || parser.currentToken() == JsonToken.VALUE_NULL) {
      values.skip(parser);
    } else {
      found = fromMember.read(parser, out);
    }
  }

  /** Reads a whole document with a parser that hasn't been moved yet. */
  void readDocument(JsonParser parser, RowBuilder out) throws IOException {
    if (parser.nextToken() == null || !fromRoot.read(parser, out)) {
      out.setNull(column);
    }
  }

  void setNull(RowBuilder out) {
    out.setNull(column);
  }
}
