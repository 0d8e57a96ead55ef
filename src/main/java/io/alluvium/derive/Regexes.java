package io.alluvium.derive;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What is known of regular expressions before a text comes. */
public final class Regexes {
  private Regexes() {}

  /**
   * How many groups there are, the whole match left out.
   *
   * @throws PatternSyntaxException if it is none
   */
  public static int groups(String regex) {
    return Pattern.compile(regex).matcher("").groupCount();
  }

  /**
   * Checks what matches are replaced with.
   *
   * @throws IllegalArgumentException if it names a group that the expression doesn't have, or ends
   *     in the midst of one, in words for the reader
   */
  public static void checkReplacement(String regex, String with) {
    // With nothing as an alternative there is a match to try it on, with the same groups.
    Matcher matcher = Pattern.compile("(?:" + regex + "\n)|").matcher("");
    try {
      if (matcher.find()) {
        matcher.appendReplacement(new StringBuilder(), with);
      }
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the replacement \"" + with + "\" doesn't fit: " + e.getMessage(), e);
    }
  }
}
