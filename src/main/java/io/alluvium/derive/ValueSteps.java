package io.alluvium.derive;

import io.alluvium.cast.UtcTime;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.row.Type;

/** Puts steps to work. */
final class ValueSteps {
  private ValueSteps() {}

  /**
   * @param input the type of what goes in, which the step takes. Throws {@link
   *     IllegalArgumentException} for a wrong regular expression, path or default
   */
  static ValueStep of(Step step, Type input) {
    if (step instanceof Step.Default given) {
      return new DefaultStep(Constants.row(given.text(), input));
    }
    return ValueStep.notNull(ofValue(step, input));
  }

  private static ValueStep ofValue(Step step, Type input) {
    if (step instanceof Step.Trim) {
      return ValueSteps::trim;
    }
    if (step instanceof Step.Lower) {
      return CaseStep.lower();
    }
    if (step instanceof Step.Upper) {
      return CaseStep.upper();
    }
    if (step instanceof Step.Replace replace) {
      return new ReplaceStep(replace);
    }
    if (step instanceof Step.Extract extract) {
      return new ExtractStep(extract);
    }
    if (step instanceof Step.MapValues map) {
      return new MapStep(map);
    }
    if (step instanceof Step.JsonText json) {
      return new JsonStep(json);
    }
    if (step instanceof Step.Cast cast) {
      return Casts.step(input, cast.type());
    }
    if (step instanceof Step.FromEpoch from) {
      return EpochStep.of(from.unit(), input);
    }
    return (in, column, now, out, target) -> out.setInt(target, UtcTime.hour(in.getLong(column)));
  }

  private static void trim(RowReader in, int column, long now, RowBuilder out, int target) {
    byte[] bytes = in.array(column);
    int from = in.offset(column);
    int to = from + in.length(column);
    while (from < to && bytes[from] == ' ') {
      from++;
    }
    while (from < to && bytes[to - 1] == ' ') {
      to--;
    }
    out.setBytes(target, bytes, from, to - from);
  }
}
