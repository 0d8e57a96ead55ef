package io.alluvium.config;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A value out of a few words.
 *
 * @param known the words that do, with their values
 * @param refused words that are understood but not supported, each with its remedy
 */
record Words<T>(Map<String, T> known, Map<String, String> refused) implements ValueType<T> {
  /** The word for a value. */
  static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public T parse(Node node) throws BadValueException {
    return ValueType.ofText(this::word).parse(node);
  }

  private T word(Node.Scalar scalar) throws BadValueException {
    T value = known.get(scalar.text());
    if (value != null) {
      return value;
    }
    for (var entry : refused.entrySet()) {
      if (scalar.text().startsWith(entry.getKey())) {
        throw new BadValueException(scalar.kind() + " isn't supported", entry.getValue());
      }
    }
    throw new BadValueException(
        scalar.kind() + " is none of the words that do here",
        Suggestion.among(scalar.text(), new TreeMap<>(known).keySet()));
  }
}
