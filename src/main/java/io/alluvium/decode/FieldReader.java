package io.alluvium.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.cast.DecimalText;
import io.alluvium.cast.StringCast;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Type;
import java.io.IOException;

/**
 * Sets a column to the value of a JSON field as Spark's {@code from_json} does: null is null, a
 * value of another type than the column's counts as absent, so that of a field that comes twice the
 * last fitting one stays. Strings, dates and timestamps take any value as its text; dates and
 * timestamps are then cast, and what isn't one is null.
 *
 * <p>Like {@link JsonValues}, goes from a value's first token to its last.
 */
final class FieldReader implements MemberReader {
  private final JsonValues values;
  private final int column;
  private final Type type;
  private final StringCast cast;

  FieldReader(JsonValues values, int column, Type type) {
    this.values = values;
    this.column = column;
    this.type = type;
    this.cast = StringCast.to(type);
  }

  @Override
  public void read(JsonParser parser, long nowMicros, RowBuilder out) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      out.setNull(column);
      return;
    }
    switch (type.kind()) {
      case STRING -> values.set(parser, out, column);
      case DATE, TIMESTAMP -> readText(parser, token, nowMicros, out);
      case BOOLEAN -> {
        if (token.isBoolean()) {
          out.setBoolean(column, token == JsonToken.VALUE_TRUE);
        }
        values.skip(parser);
      }
      case INT, LONG -> {
        if (token == JsonToken.VALUE_NUMBER_INT) {
          castToken(parser, nowMicros, out);
        }
        values.skip(parser);
      }
      case DOUBLE -> {
        if (token.isNumeric() || (token == JsonToken.VALUE_STRING && isNonNumeric(parser))) {
          castToken(parser, nowMicros, out);
        }
        if (token == JsonToken.VALUE_NUMBER_INT) {
          // An integer is read as one, which has no negative zero.
          out.setDouble(column, out.getDouble(column) + 0.0);
        }
        values.skip(parser);
      }
      case DECIMAL -> {
        if (token.isNumeric() || token == JsonToken.VALUE_STRING) {
          readDecimal(parser, token, out);
        }
        values.skip(parser);
      }
      case BINARY -> throw new IllegalStateException("no JSON field is read as " + type);
    }
  }

  private void readText(JsonParser parser, JsonToken token, long nowMicros, RowBuilder out)
      throws IOException {
    boolean isValue;
    if (token == JsonToken.VALUE_STRING) {
      isValue = castToken(parser, nowMicros, out);
    } else {
      values.render(parser);
      isValue = cast.cast(values.rendered(), 0, values.renderedLength(), nowMicros, out, column);
    }
    if (!isValue) {
      out.setNull(column);
    }
  }

  private boolean castToken(JsonParser parser, long nowMicros, RowBuilder out) throws IOException {
    char[] text = parser.getTextCharacters();
    int from = parser.getTextOffset();
    return cast.cast(text, from, from + parser.getTextLength(), nowMicros, out, column);
  }

  private void readDecimal(JsonParser parser, JsonToken token, RowBuilder out) throws IOException {
    char[] text = parser.getTextCharacters();
    int from = parser.getTextOffset();
    int to = from + parser.getTextLength();
    if (token == JsonToken.VALUE_STRING && hasComma(text, from, to)) {
      // A string may group its digits, wherever (Spark, ExprUtils.getDecimalParser).
      text = parser.getText().replace(",", "").toCharArray();
      from = 0;
      to = text.length;
    }
    DecimalText.set(text, from, to, Long.MAX_VALUE, out, column);
  }

  private static boolean hasComma(char[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text[i] == ',') {
        return true;
      }
    }
    return false;
  }

  /** The strings that from_json takes for a DOUBLE; no number in quotes is among them. */
  private static boolean isNonNumeric(JsonParser parser) throws IOException {
    if (parser.getTextLength() > "+Infinity".length()) {
      return false;
    }
    return switch (parser.getText()) {
      case "NaN", "+INF", "+Infinity", "Infinity", "-INF", "-Infinity" -> true;
      default -> false;
    };
  }
}
