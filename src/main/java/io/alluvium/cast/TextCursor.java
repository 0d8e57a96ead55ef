package io.alluvium.cast;

/**
 * Reads the parts of a date or time from left to right. A part that isn't there as asked makes the
 * cursor fail for good, so that a caller needs to look only once, at the end.
 */
final class TextCursor {
  private final char[] text;
  private final int end;
  private int position;
  private boolean failed;

  private TextCursor(char[] text, int position, int end) {
    this.text = text;
    this.position = position;
    this.end = end;
    this.failed = position == end;
  }

  /** A cursor over the text without blanks at its ends; of blank text it has failed. */
  static TextCursor trimmed(char[] text, int from, int to) {
    int start = Ascii.trimmedStart(text, from, to);
    return new TextCursor(text, start, Ascii.trimmedEnd(text, start, to));
  }

  /** Whether all has been read and every part was there. */
  boolean isComplete() {
    return !failed && position == end;
  }

  void fail() {
    failed = true;
  }

  int position() {
    return position;
  }

  /** Reads a sign: 1, -1, or 0 if there is none. */
  int sign() {
    if (skip('-')) {
      return -1;
    }
    return skip('+') ? 1 : 0;
  }

  /** Reads {@code c} if it comes next. */
  boolean skip(char c) {
    if (position < end && text[position] == c) {
      position++;
      return true;
    }
    return false;
  }

  /** The number of digits that come next. */
  int digits() {
    int i = position;
    while (i < end && Ascii.isDigit(text[i])) {
      i++;
    }
    return i - position;
  }

  /** Reads a number of so many digits; fails if there are fewer or more. */
  int number(int minDigits, int maxDigits) {
    int digits = digits();
    if (digits < minDigits || digits > maxDigits) {
      failed = true;
      return 0;
    }
    int value = 0;
    for (int i = 0; i < digits; i++) {
      value = value * 10 + (text[position++] - '0');
    }
    return value;
  }

  /** Reads any number of digits as the fraction of a second in µs; digits beyond are cut off. */
  int microseconds() {
    int digits = digits();
    int value = 0;
    for (int i = 0; i < 6; i++) {
      value = value * 10 + (i < digits ? text[position + i] - '0' : 0);
    }
    position += digits;
    return value;
  }

  void skipRest() {
    position = end;
  }

  String rest() {
    String rest = new String(text, position, end - position);
    position = end;
    return rest;
  }
}
