package io.alluvium.cast;

/**
 * Characters as Spark's casts see them. Spark looks at UTF-8 bytes, so white space and digits
 * beyond ASCII are neither.
 */
final class Ascii {
  private Ascii() {}

  /** White space or an ISO control character: what Spark trims before it casts. */
  static boolean isBlank(char c) {
    return c <= ' ' || c == 0x7F;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Where the text starts once blanks are trimmed; {@code to} if it is blank. */
  static int trimmedStart(char[] text, int from, int to) {
    int start = from;
    while (start < to && isBlank(text[start])) {
      start++;
    }
    return start;
  }

  /** Where the text that starts at {@code start} ends once blanks are trimmed. */
  static int trimmedEnd(char[] text, int start, int to) {
    int end = to;
    while (end > start && isBlank(text[end - 1])) {
      end--;
    }
    return end;
  }
}
