package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.Type;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Puts any number into a decimal column, rounded half up to its scale (Spark, Decimal). */
final class Decimals {
  /** Digits that a long holds, whatever they are. */
  static final int LONG_DIGITS = 18;

  private static final long[] POWERS_OF_TEN = new long[LONG_DIGITS + 1];

  static {
    long power = 1;
    for (int i = 0; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = power;
      power *= 10;
    }
  }

  private Decimals() {}

  /**
   * Sets the column, or leaves {@code out} as it is.
   *
   * @return whether the value, once rounded, has no more digits than the column
   */
  static boolean set(BigDecimal value, RowBuilder out, int column) {
    Type type = out.schema().type(column);
    long integral = (long) value.precision() - value.scale();
    // These two also keep a huge exponent from being written out in digits.
    if (value.signum() == 0 || integral < -type.scale()) {
      out.setUnscaled(column, 0);
      return true;
    }
    if (integral > type.precision() - type.scale()) {
      return false;
    }
    BigDecimal rounded = value.setScale(type.scale(), RoundingMode.HALF_UP);
    if (rounded.precision() > type.precision()) {
      return false;
    }
    out.setDecimal(column, rounded);
    return true;
  }

  /**
   * The same without allocation if the column is short enough.
   *
   * @param unscaled the value times ten to the power of {@code scale}
   * @param scale 0 to {@value #LONG_DIGITS}
   * @return whether it fits
   */
  static boolean set(long unscaled, int scale, RowBuilder out, int column) {
    Type type = out.schema().type(column);
    if (type.precision() > LONG_DIGITS) {
      return set(BigDecimal.valueOf(unscaled, scale), out, column);
    }
    int up = type.scale() - scale;
    long bound = POWERS_OF_TEN[type.precision() - Math.max(up, 0)];
    long value = up < 0 ? roundedQuotient(unscaled, POWERS_OF_TEN[-up]) : unscaled;
    if (value >= bound || value <= -bound) {
      return false;
    }
    out.setUnscaled(column, up > 0 ? value * POWERS_OF_TEN[up] : value);
    return true;
  }

  /** Ten to a power of 0 to {@value #LONG_DIGITS}. */
  static long powerOfTen(int exponent) {
    return POWERS_OF_TEN[exponent];
  }

  private static long roundedQuotient(long value, long divisor) {
    long quotient = value / divisor;
    return 2 * Math.abs(value % divisor) < divisor ? quotient : quotient + Long.signum(value);
  }
}
