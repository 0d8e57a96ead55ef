package io.alluvium.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.alluvium.row.RowBuilder;
import java.io.IOException;
import java.util.Arrays;

/**
 * Skips values of a JSON document, or sets them to a string column as Spark does: a string without
 * its quotes, anything else as compact JSON in the form that Jackson's generator gives it (numbers
 * as {@link Double#toString} writes them, characters beyond U+FFFF as two escapes). Notices the
 * tokens NaN and Infinity, which only one of Spark's two readers takes.
 *
 * <p>Every method expects the parser at a value's first token and leaves it at its last. Works with
 * a loop and a depth, so that no nesting overflows the stack. Not thread-safe.
 */
final class JsonValues {
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();
  private static final int INITIAL_CHARS = 1024;
  private static final int KEPT_CHARS = 1 << 20;

  private char[] text = new char[INITIAL_CHARS];
  private int length;
  private boolean nonNumeric;

  /** Forgets the last document. */
  void reset() {
    nonNumeric = false;
    length = 0;
    if (text.length > KEPT_CHARS) {
      text = new char[INITIAL_CHARS];
    }
  }

  /** Whether a token since {@link #reset} was NaN or an infinity. */
  boolean sawNonNumeric() {
    return nonNumeric;
  }

  void skip(JsonParser parser) throws IOException {
    int depth = 0;
    JsonToken token = parser.currentToken();
    while (true) {
      if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token == JsonToken.VALUE_NUMBER_FLOAT) {
        nonNumeric |= parser.isNaN();
      }
      if (depth == 0) {
        return;
      }
      token = parser.nextToken();
    }
  }

  /** Sets the column to the value's text. */
  void set(JsonParser parser, RowBuilder out, int column) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      char[] source = parser.getTextCharacters();
      out.setChars(column, source, parser.getTextOffset(), parser.getTextLength());
    } else {
      render(parser);
      out.setChars(column, text, 0, length);
    }
  }

  /** Renders a value that isn't a string into {@link #rendered}. */
  void render(JsonParser parser) throws IOException {
    length = 0;
    append(parser);
  }

  /** Renders an object's member, with its name, after those since {@link #reset}. */
  void appendMember(JsonParser parser) throws IOException {
    append(length == 0 ? '{' : ',');
    char[] name = parser.currentName().toCharArray();
    quote(name, 0, name.length);
    append(':');
    append(parser);
  }

  /** Sets the column to the object of the members appended, if there is any. */
  void setObject(RowBuilder out, int column) {
    if (length > 0) {
      append('}');
      out.setChars(column, text, 0, length);
    }
  }

  private void append(JsonParser parser) throws IOException {
    int depth = 0;
    boolean first = true;
    JsonToken token = parser.currentToken();
    while (true) {
      if (token.isStructEnd()) {
        depth--;
      } else if (!first) {
        append(',');
      }
      first = false;
      switch (token) {
        case START_OBJECT, START_ARRAY -> {
          append(token == JsonToken.START_OBJECT ? '{' : '[');
          depth++;
          first = true;
        }
        case END_OBJECT -> append('}');
        case END_ARRAY -> append(']');
        case FIELD_NAME -> {
          quote(parser);
          append(':');
          first = true;
        }
        case VALUE_STRING -> quote(parser);
        case VALUE_NUMBER_INT -> integer(parser);
        case VALUE_NUMBER_FLOAT -> real(parser);
        default -> append(token.asString());
      }
      if (depth == 0) {
        return;
      }
      token = parser.nextToken();
    }
  }

  /** The characters of the last value rendered, {@link #renderedLength} of them. */
  char[] rendered() {
    return text;
  }

  int renderedLength() {
    return length;
  }

  private void integer(JsonParser parser) throws IOException {
    char[] digits = parser.getTextCharacters();
    int offset = parser.getTextOffset();
    int count = parser.getTextLength();
    if (count == 2 && digits[offset] == '-' && digits[offset + 1] == '0') {
      append('0');
    } else {
      append(digits, offset, count);
    }
  }

  private void real(JsonParser parser) throws IOException {
    double value = parser.getDoubleValue();
    nonNumeric |= parser.isNaN();
    String digits = Double.toString(value);
    append(Double.isFinite(value) ? digits : '"' + digits + '"');
  }

  private void quote(JsonParser parser) throws IOException {
    int offset = parser.getTextOffset();
    quote(parser.getTextCharacters(), offset, offset + parser.getTextLength());
  }

  private void quote(char[] source, int offset, int end) {
    append('"');
    int copied = offset;
    for (int i = offset; i < end; i++) {
      char c = source[i];
      if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
        append(source, copied, i - copied);
        escape(c);
        copied = i + 1;
      }
    }
    append(source, copied, end - copied);
    append('"');
  }

  private void escape(char c) {
    append('\\');
    switch (c) {
      case '"', '\\' -> append(c);
      case '\b' -> append('b');
      case '\t' -> append('t');
      case '\n' -> append('n');
      case '\f' -> append('f');
      case '\r' -> append('r');
      default -> {
        append('u');
        for (int shift = 12; shift >= 0; shift -= 4) {
          append(HEX[c >> shift & 0xF]);
        }
      }
    }
  }

  private void append(char c) {
    reserve(1);
    text[length++] = c;
  }

  private void append(String added) {
    reserve(added.length());
    added.getChars(0, added.length(), text, length);
    length += added.length();
  }

  private void append(char[] added, int offset, int count) {
    reserve(count);
    System.arraycopy(added, offset, text, length, count);
    length += count;
  }

  private void reserve(int count) {
    if (text.length - length < count) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, Math.addExact(length, count)));
    }
  }
}
