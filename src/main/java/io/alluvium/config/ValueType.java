package io.alluvium.config;

/** How a value is written: makes it from a node, or says what is wrong with it. */
@FunctionalInterface
interface ValueType<T> {
  T parse(Node node) throws BadValueException;

  /** A type whose values are written as one scalar. */
  static <T> ValueType<T> ofText(TextType<T> type) {
    return node -> {
      if (node instanceof Node.Scalar scalar && !scalar.text().isBlank()) {
        return type.parse(scalar);
      }
      throw new BadValueException(
          "a single value belongs here, not "
              + (node instanceof Node.Scalar ? "an empty one" : node.kind()),
          "give it one value, or remove the key");
    };
  }

  /** Makes a value from a scalar that isn't blank. */
  @FunctionalInterface
  interface TextType<T> {
    T parse(Node.Scalar scalar) throws BadValueException;
  }
}
