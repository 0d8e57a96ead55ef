package io.alluvium.derive;

import io.alluvium.cast.StringCast;
import io.alluvium.cast.Utf8Decoder;
import io.alluvium.derive.ColumnRule.Extract;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import java.nio.CharBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes a group of a regular expression's first match and casts it (Spark's regexp_extract, then
 * cast): null gives null; no match, and a group that took no part in it, give the empty string.
 */
final class RegexStep implements RowMapper.Step {
  private final int group;
  private final int source;
  private final int column;
  private final StringCast cast;
  private final Utf8Decoder text = new Utf8Decoder();
  private final Matcher matcher;

  RegexStep(Extract extract, int source, int column) {
    this.group = extract.group();
    this.source = source;
    this.column = column;
    this.cast = StringCast.to(extract.type());
    this.matcher = Pattern.compile(extract.regex()).matcher("");
    if (group < 0 || group > matcher.groupCount()) {
      throw new IllegalArgumentException(
          extract + ": the expression has " + matcher.groupCount() + " groups");
    }
  }

  @Override
  public void apply(RowReader row, long nowMicros, RowBuilder out) {
    if (row.isNull(source)) {
      return;
    }
    text.decode(row.array(source), row.offset(source), row.length(source));
    matcher.reset(CharBuffer.wrap(text.chars(), 0, text.length()));
    int from = 0;
    int to = 0;
    if (finds() && matcher.start(group) >= 0) {
      from = matcher.start(group);
      to = matcher.end(group);
    }
    if (!cast.cast(text.chars(), from, to, nowMicros, out, column)) {
      out.setNull(column);
    }
  }

  /**
   * Whether there is a match. Alternatives under a star recurse: a long text must not end it all.
   */
  private boolean finds() {
    try {
      return matcher.find();
    } catch (StackOverflowError e) {
      return false;
    }
  }
}
