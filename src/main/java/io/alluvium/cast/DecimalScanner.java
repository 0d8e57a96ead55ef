package io.alluvium.cast;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Reads a decimal number by the grammar of {@link BigDecimal}, whose digits are those of any
 * script, in a time that only grows with the length of the text.
 */
final class DecimalScanner {
  /** Every digit that can count in a decimal of 38, and the one that rounds it. */
  private static final int KEPT_DIGITS = 40;

  /** Of an exponent, leading zeros left out. */
  private static final int MAX_EXPONENT_DIGITS = 10;

  private final char[] text;
  private final int end;
  private int position;
  private BigInteger digits = BigInteger.ZERO;
  private int significant;
  private long scale;

  private DecimalScanner(char[] text, int from, int to) {
    this.text = text;
    this.position = from;
    this.end = to;
  }

  /**
   * The number, digits after the fortieth cut off, or null if the text is none. Precision less
   * scale is that of the whole number, and so is the scale of a zero.
   */
  static BigDecimal parse(char[] text, int from, int to) {
    return new DecimalScanner(text, from, to).read();
  }

  private BigDecimal read() {
    boolean negative = readSign();
    if (!readDigits() || !readExponent() || scale != (int) scale) {
      return null;
    }
    long kept = scale - Math.max(0, significant - KEPT_DIGITS);
    if (kept != (int) kept) {
      return null;
    }
    return new BigDecimal(negative ? digits.negate() : digits, (int) kept);
  }

  private boolean readSign() {
    if (position < end && (text[position] == '-' || text[position] == '+')) {
      return text[position++] == '-';
    }
    return false;
  }

  /** Whether there is at least one. */
  private boolean readDigits() {
    boolean any = false;
    boolean fraction = false;
    StringBuilder kept = new StringBuilder(KEPT_DIGITS);
    for (; position < end; position++) {
      int digit = Character.digit(text[position], 10);
      if (digit >= 0) {
        any = true;
        scale += fraction ? 1 : 0;
        if (significant > 0 || digit > 0) {
          significant++;
          if (significant <= KEPT_DIGITS) {
            kept.append((char) ('0' + digit));
          }
        }
      } else if (text[position] == '.' && !fraction) {
        fraction = true;
      } else {
        break;
      }
    }
    if (significant > 0) {
      digits = new BigInteger(kept.toString());
    }
    return any;
  }

  /** Whether there is none or a right one, and nothing after it. */
  private boolean readExponent() {
    if (position == end) {
      return true;
    }
    if (text[position] != 'e' && text[position] != 'E') {
      return false;
    }
    position++;
    boolean negative = readSign();
    if (position == end) {
      return false;
    }
    long exponent = 0;
    int length = 0;
    for (; position < end; position++) {
      int digit = Character.digit(text[position], 10);
      length += length > 0 || digit > 0 ? 1 : 0;
      if (digit < 0 || length > MAX_EXPONENT_DIGITS) {
        return false;
      }
      exponent = exponent * 10 + digit;
    }
    exponent = negative ? -exponent : exponent;
    scale -= exponent;
    return exponent == (int) exponent;
  }
}
