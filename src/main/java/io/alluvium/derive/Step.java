package io.alluvium.derive;

import io.alluvium.row.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Makes a value of another. But for {@link Default}, a null stays null. */
public sealed interface Step {
  /**
   * The type of what comes out.
   *
   * @param input the type of what goes in
   * @throws IllegalArgumentException if the step doesn't take that, in words for the reader
   */
  Type result(Type input);

  /** A step that makes a text of a text. */
  sealed interface OfText extends Step {
    @Override
    default Type result(Type input) {
      if (input != Type.STRING) {
        throw new IllegalArgumentException("it takes a string, and this is " + input.sqlName());
      }
      return Type.STRING;
    }
  }

  /** Without the spaces (U+0020, no others) at both ends (Spark's trim). */
  record Trim() implements OfText {}

  record Lower() implements OfText {}

  record Upper() implements OfText {}

  /**
   * With every match of a regular expression replaced (Spark's regexp_replace).
   *
   * @param with in which {@code $1} stands for a group and a backslash takes the next character as
   *     it is
   */
  record Replace(String regex, String with) implements OfText {}

  /**
   * What a group of a regular expression's first match holds (Spark's regexp_extract): no match,
   * and a group that took no part in it, give the empty string.
   */
  record Extract(String regex, int group) implements OfText {}

  /**
   * Other values for some.
   *
   * @param values by whole text; a null value stands for null. Others stay as they are
   */
  record MapValues(Map<String, String> values) implements OfText {
    public MapValues {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
  }

  /** What a JSON path finds in a text (Spark's get_json_object). */
  record JsonText(String path) implements OfText {}

  /**
   * A value in the place of null.
   *
   * @param text what is cast to the type that goes in
   */
  record Default(String text) implements Step {
    @Override
    public Type result(Type input) {
      return input;
    }
  }

  /** A value of another type (Spark's cast with ANSI off); what has none becomes null. */
  record Cast(Type type) implements Step {
    @Override
    public Type result(Type input) {
      return Casts.result(input, type);
    }
  }

  /**
   * The time of a number since the epoch (Spark's timestamp_seconds, timestamp_millis and
   * timestamp_micros, but null where those overflow). Nanoseconds are cut to microseconds, towards
   * the past.
   */
  record FromEpoch(Unit unit) implements Step {
    /** What a number since the epoch counts. */
    public enum Unit {
      SECONDS,
      MILLISECONDS,
      MICROSECONDS,
      NANOSECONDS
    }

    @Override
    public Type result(Type input) {
      if (input != Type.INT && input != Type.LONG) {
        throw new IllegalArgumentException(
            "it takes an int or a bigint, and this is " + input.sqlName());
      }
      return Type.TIMESTAMP;
    }
  }

  /** The UTC hour, 0 to 23, of a timestamp. */
  record Hour() implements Step {
    @Override
    public Type result(Type input) {
      if (input != Type.TIMESTAMP) {
        throw new IllegalArgumentException("it takes a timestamp, and this is " + input.sqlName());
      }
      return Type.INT;
    }
  }
}
