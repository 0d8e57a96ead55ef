package io.alluvium.derive;

import io.alluvium.cast.Utf8Decoder;
import io.alluvium.row.RowReader;
import java.nio.CharBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A regular expression and the text that it is held against. For one thread. */
final class Regex {
  private final Matcher matcher;
  private final Utf8Decoder text = new Utf8Decoder();

  Regex(String regex) {
    this.matcher = Pattern.compile(regex).matcher("");
  }

  /** Takes another text; {@link #find} starts anew. */
  Matcher read(RowReader in, int column) {
    text.decode(in.array(column), in.offset(column), in.length(column));
    return matcher.reset(CharBuffer.wrap(text.chars(), 0, text.length()));
  }

  char[] chars() {
    return text.chars();
  }

  int length() {
    return text.length();
  }

  /**
   * Whether there is a next match. Alternatives under a star recurse: a long text must not end it
   * all.
   */
  boolean find() {
    try {
      return matcher.find();
    } catch (StackOverflowError e) {
      return false;
    }
  }
}
