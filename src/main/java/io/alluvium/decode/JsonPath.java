package io.alluvium.decode;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path into a JSON value: {@code $}, then {@code .name}, {@code ['name']} or {@code [index]} any
 * number of times. Of what Spark's get_json_object takes, wildcards are left out.
 */
public record JsonPath(List<Step> steps) {
  private static final Pattern STEP =
      Pattern.compile("\\.([^.\\[*][^.\\[]*)|\\['([^'?*][^'?]*)'\\]|\\[(\\d{1,9})\\]");

  /** One step down. */
  public sealed interface Step {}

  /** Into an object's member. */
  public record Member(String name) implements Step {}

  /** Into an array's element, the first of which is 0. */
  public record Element(int index) implements Step {}

  public JsonPath {
    steps = List.copyOf(steps);
  }

  /** Throws {@link IllegalArgumentException} if {@code text} isn't such a path. */
  public static JsonPath parse(String text) {
    List<Step> steps = new ArrayList<>();
    int position = text.startsWith("$") ? 1 : 0;
    Matcher matcher = STEP.matcher(text).useAnchoringBounds(true);
    while (position > 0 && position < text.length()) {
      matcher.region(position, text.length());
      if (!matcher.lookingAt()) {
        break;
      }
      steps.add(step(matcher));
      position = matcher.end();
    }
    if (position == 0 || position < text.length()) {
      throw new IllegalArgumentException(
          text + " is not a JSON path of the form $.name, $['name'] or $.name[0]");
    }
    return new JsonPath(steps);
  }

  private static Step step(Matcher matcher) {
    if (matcher.group(3) != null) {
      return new Element(Integer.parseInt(matcher.group(3)));
    }
    return new Member(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
  }
}
