package io.alluvium.derive;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import java.util.regex.Matcher;

/** {@link Step.Replace} at work. */
final class ReplaceStep implements ValueStep {
  private final Regex regex;
  private final String with;
  private final StringBuilder replaced = new StringBuilder();
  private char[] chars = new char[64];

  ReplaceStep(Step.Replace replace) {
    this.regex = new Regex(replace.regex());
    this.with = replace.with();
    Regexes.checkReplacement(replace.regex(), with);
  }

  @Override
  public void apply(RowReader in, int column, long nowMicros, RowBuilder out, int target) {
    Matcher matcher = regex.read(in, column);
    if (!regex.find()) {
      out.copy(target, in, column);
      return;
    }
    replaced.setLength(0);
    do {
      matcher.appendReplacement(replaced, with);
    } while (regex.find());
    matcher.appendTail(replaced);
    if (chars.length < replaced.length()) {
      chars = new char[2 * replaced.length()];
    }
    replaced.getChars(0, replaced.length(), chars, 0);
    out.setChars(target, chars, 0, replaced.length());
  }
}
