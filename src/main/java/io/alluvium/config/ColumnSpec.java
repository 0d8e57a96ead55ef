package io.alluvium.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a column, or a step of one, is written, before anybody asks what it means: a word, or a map
 * with one origin and that origin's options.
 *
 * @param origin the word, or the key that says what it is
 * @param options the values of the map's keys, the origin's included; empty for a word
 */
record ColumnSpec(String origin, Map<String, Node> options) {
  /**
   * @param grammar the options that go with each origin
   */
  static ColumnSpec of(Node node, Map<String, List<String>> grammar) throws BadValueException {
    if (node instanceof Node.Scalar word) {
      return new ColumnSpec(word.text(), Map.of());
    }
    if (!(node instanceof Node.Fields fields)) {
      throw new BadValueException(
          "a column's spec belongs here, not " + node.kind(),
          "write a word or a map of its origin");
    }
    Map<String, Node> options = SplitDecimals.joined(fields.fields());
    for (Map.Entry<String, Node> option : options.entrySet()) {
      if (option.getValue() instanceof Node.Empty) {
        throw valueless(option.getKey());
      }
    }
    List<String> origins = options.keySet().stream().filter(grammar::containsKey).toList();
    if (origins.size() != 1) {
      throw new BadValueException(
          origins.isEmpty()
              ? "nothing says where its values come from"
              : "it has several origins: " + String.join(", ", origins),
          origins.isEmpty() ? meant(options, grammar) : "give it one of " + all(grammar));
    }
    ColumnSpec spec = new ColumnSpec(origins.get(0), options);
    spec.requireKnown(grammar.get(spec.origin()));
    return spec;
  }

  private static String meant(Map<String, Node> options, Map<String, List<String>> grammar) {
    return options.keySet().stream()
        .flatMap(option -> Suggestion.near(option, grammar.keySet()).stream())
        .findFirst()
        .map(near -> "did you mean \"" + near + "\"?")
        .orElseGet(() -> "give it one of " + all(grammar));
  }

  private static String all(Map<String, List<String>> grammar) {
    return String.join(", ", grammar.keySet().stream().sorted().toList());
  }

  private static BadValueException valueless(String key) {
    return new BadValueException(key + " has no single value", "write it as {" + key + ": …}");
  }

  private void requireKnown(List<String> known) throws BadValueException {
    for (String option : options.keySet()) {
      if (!option.equals(origin) && !known.contains(option)) {
        throw new BadValueException(
            option + " means nothing beside " + origin,
            known.contains("then") && StepsReader.GRAMMAR.containsKey(option)
                ? "it is a step: write then: [{" + option + ": …}]"
                : Suggestion.among(option, known));
      }
    }
  }

  /** Whether it is a word. */
  boolean isWord() {
    return options.isEmpty();
  }

  /** The origin's own value, such as the column that {@code date-of} names. */
  String value() throws BadValueException {
    return text(origin);
  }

  boolean has(String option) {
    return options.containsKey(option);
  }

  String text(String option) throws BadValueException {
    if (!has(option)) {
      throw new BadValueException(option + " is missing beside " + origin, "add " + option + ": …");
    }
    if (options.get(option) instanceof Node.Scalar scalar && !scalar.text().isEmpty()) {
      return scalar.text();
    }
    throw valueless(option);
  }

  /** A text that may be empty. */
  String anyText(String option) throws BadValueException {
    return options.get(option) instanceof Node.Scalar scalar ? scalar.text() : text(option);
  }

  /** The items of a list; a single value is a list of one. */
  List<Node> items(String option) {
    Node node = options.get(option);
    if (node == null) {
      return List.of();
    }
    return node instanceof Node.Items list ? list.items() : List.of(node);
  }

  Optional<Node.Fields> fields(String option) {
    return options.get(option) instanceof Node.Fields fields
        ? Optional.of(fields)
        : Optional.empty();
  }

  /** For an origin that needs no value: {@code {payload: true}} says no more than the word. */
  void requireTrue() throws BadValueException {
    if (has(origin)) {
      requireTrue(origin);
    }
  }

  void requireTrue(String option) throws BadValueException {
    if (!text(option).equals("true")) {
      throw new BadValueException(
          option + " takes no value but true",
          option.equals(origin) ? "write the bare word " + origin : "write true or leave it out");
    }
  }
}
