package io.alluvium.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.decode.JsonPath.Element;
import io.alluvium.decode.JsonPath.Member;
import io.alluvium.decode.JsonPath.Step;
import io.alluvium.row.RowBuilder;
import java.io.IOException;
import java.util.List;

/**
 * Sets a string column to what a path finds (Spark, get_json_object): the first match counts, a
 * member that is null is none, and a string with half a surrogate pair can't be written, hence is
 * none either. Like {@link JsonValues}, goes from a value's first token to its last.
 */
final class PathReader {
  private final JsonValues values;
  private final List<Step> steps;
  private final int column;

  PathReader(JsonValues values, List<Step> steps, int column) {
    this.values = values;
    this.steps = steps;
    this.column = column;
  }

  /**
   * @return whether something was found; if not, the column is left as it is
   */
  boolean read(JsonParser parser, RowBuilder out) throws IOException {
    return read(parser, out, 0);
  }

  private boolean read(JsonParser parser, RowBuilder out, int depth) throws IOException {
    if (depth == steps.size()) {
      return set(parser, out);
    }
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT && steps.get(depth) instanceof Member member) {
      return readMember(parser, out, depth, member.name());
    }
    if (token == JsonToken.START_ARRAY && steps.get(depth) instanceof Element element) {
      return readElement(parser, out, depth, element.index());
    }
    values.skip(parser);
    return false;
  }

  private boolean readMember(JsonParser parser, RowBuilder out, int depth, String member)
      throws IOException {
    boolean found = false;
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      if (parser.nextToken() == JsonToken.VALUE_NULL) {
        continue;
      }
      if (found || !name.equals(member)) {
        values.skip(parser);
      } else {
        found = read(parser, out, depth + 1);
      }
    }
    return found;
  }

  private boolean readElement(JsonParser parser, RowBuilder out, int depth, int index)
      throws IOException {
    boolean found = false;
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      if (i == index) {
        found = read(parser, out, depth + 1);
      } else {
        values.skip(parser);
      }
    }
    return found;
  }

  private boolean set(JsonParser parser, RowBuilder out) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_STRING && hasHalfPair(parser)) {
      out.setNull(column);
    } else {
      values.set(parser, out, column);
    }
    return true;
  }

  private static boolean hasHalfPair(JsonParser parser) throws IOException {
    char[] text = parser.getTextCharacters();
    int end = parser.getTextOffset() + parser.getTextLength();
    for (int i = parser.getTextOffset(); i < end; i++) {
      if (Character.isSurrogate(text[i])) {
        if (i + 1 == end || !Character.isSurrogatePair(text[i], text[i + 1])) {
          return true;
        }
        i++;
      }
    }
    return false;
  }
}
