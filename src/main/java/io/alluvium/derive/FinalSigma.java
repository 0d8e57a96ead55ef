package io.alluvium.derive;

/**
 * Which small letter a capital sigma has: the one for ends of words after a letter and before none.
 * As Unicode's condition Final_Sigma (section 3.13), by which Spark goes; the JDK's {@link
 * String#toLowerCase} asks for word boundaries instead, and sees one after a stop within a word.
 */
final class FinalSigma {
  private static final char CAPITAL = '\u03a3';
  private static final char SMALL = '\u03c3';
  private static final char FINAL = '\u03c2';

  /** What is within words, but for the categories that all are: MidLetter, MidNumLet, quotes. */
  private static final String WITHIN_WORDS =
      "'.:\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a";

  private FinalSigma() {}

  /** The text with small letters for capital sigmas, all else as it is. */
  static String lower(String text) {
    int sigma = text.indexOf(CAPITAL);
    if (sigma < 0) {
      return text;
    }
    StringBuilder lower = new StringBuilder(text);
    for (; sigma >= 0; sigma = text.indexOf(CAPITAL, sigma + 1)) {
      boolean last = isCasedBefore(text, sigma) && !isCasedAfter(text, sigma + 1);
      lower.setCharAt(sigma, last ? FINAL : SMALL);
    }
    return lower.toString();
  }

  private static boolean isCasedBefore(String text, int end) {
    int i = end;
    while (i > 0) {
      int c = text.codePointBefore(i);
      if (!isIgnorable(c)) {
        return isCased(c);
      }
      i -= Character.charCount(c);
    }
    return false;
  }

  private static boolean isCasedAfter(String text, int start) {
    int i = start;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      if (!isIgnorable(c)) {
        return isCased(c);
      }
      i += Character.charCount(c);
    }
    return false;
  }

  private static boolean isCased(int c) {
    return Character.isLowerCase(c) || Character.isUpperCase(c) || Character.isTitleCase(c);
  }

  private static boolean isIgnorable(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.FORMAT,
          Character.MODIFIER_LETTER,
          Character.MODIFIER_SYMBOL ->
          true;
      default -> WITHIN_WORDS.indexOf(c) >= 0;
    };
  }
}
