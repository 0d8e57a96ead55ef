package io.alluvium.decode;

import java.util.EnumMap;
import java.util.Map;

/**
 * What became of one message, which is a row in any case.
 *
 * @param fault why its fields are null, or {@link Fault#NONE}
 * @param invalidUtf8 whether bytes of the message, or of a key that has a column, had to be
 *     replaced, so that the row doesn't hold them as they came
 */
public record Outcome(Fault fault, boolean invalidUtf8) {
  private static final Map<Fault, Outcome> INTACT = all(false);
  private static final Map<Fault, Outcome> REPLACED = all(true);

  /** As the constructor, without making a new one. */
  static Outcome of(Fault fault, boolean invalidUtf8) {
    return (invalidUtf8 ? REPLACED : INTACT).get(fault);
  }

  private static Map<Fault, Outcome> all(boolean invalidUtf8) {
    Map<Fault, Outcome> outcomes = new EnumMap<>(Fault.class);
    for (Fault fault : Fault.values()) {
      outcomes.put(fault, new Outcome(fault, invalidUtf8));
    }
    return outcomes;
  }
}
