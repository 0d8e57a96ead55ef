package io.alluvium.derive;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import java.util.regex.Matcher;

/** {@link Step.Extract} at work. */
final class ExtractStep implements ValueStep {
  private final Regex regex;
  private final int group;

  ExtractStep(Step.Extract extract) {
    this.regex = new Regex(extract.regex());
    this.group = extract.group();
    int groups = Regexes.groups(extract.regex());
    if (group < 0 || group > groups) {
      throw new IllegalArgumentException("the regex has no group " + group + ", only " + groups);
    }
  }

  @Override
  public void apply(RowReader in, int column, long nowMicros, RowBuilder out, int target) {
    Matcher matcher = regex.read(in, column);
    int from = 0;
    int to = 0;
    if (regex.find() && matcher.start(group) >= 0) {
      from = matcher.start(group);
      to = matcher.end(group);
    }
    out.setChars(target, regex.chars(), from, to - from);
  }
}
