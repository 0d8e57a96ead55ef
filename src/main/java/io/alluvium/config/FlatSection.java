package io.alluvium.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A section whose keys are another's, Kafka's or Hadoop's: they are made flat, whatever nesting
 * they are written in.
 */
final class FlatSection {
  private final String section;
  private final Problems problems;
  private final Map<String, Node> flat = new LinkedHashMap<>();

  private FlatSection(String section, Problems problems) {
    this.section = section;
    this.problems = problems;
  }

  /** The tree with one level of keys below each of these sections. */
  static Node.Fields flattened(Node.Fields root, Problems problems) {
    Node.Fields tree = root;
    for (String name : KeyPath.FLAT) {
      if (tree.find(List.of(name)).orElse(null) instanceof Node.Fields fields) {
        FlatSection section = new FlatSection(name, problems);
        section.flatten("", fields);
        tree = tree.with(List.of(name), new Node.Fields(section.flat, fields.location()));
      }
    }
    return tree;
  }

  private void flatten(String prefix, Node.Fields fields) {
    fields
        .fields()
        .forEach(
            (name, node) -> {
              String key = KeyPath.join(prefix, name);
              if (node instanceof Node.Fields inner) {
                flatten(key, inner);
              } else if (flat.putIfAbsent(key, node) != null) {
                problems.add(
                    node.location(),
                    KeyPath.join(section, key),
                    "this key is there twice, first in line " + flat.get(key).location().line(),
                    "keep one of the two");
              }
            });
  }

  /** The values by their keys; a list becomes a comma-separated text, as both take lists. */
  static Map<String, Node.Scalar> values(Node.Fields root, String section, Problems problems) {
    Map<String, Node.Scalar> values = new LinkedHashMap<>();
    if (root.find(List.of(section)).orElse(null) instanceof Node.Fields fields) {
      fields
          .fields()
          .forEach(
              (key, node) -> {
                try {
                  values.put(key, value(node));
                } catch (BadValueException e) {
                  problems.add(node.location(), KeyPath.join(section, key), e);
                }
              });
    }
    return values;
  }

  /** The values' texts by the same keys. */
  static Map<String, String> texts(Map<String, Node.Scalar> values) {
    Map<String, String> texts = new LinkedHashMap<>();
    values.forEach((key, value) -> texts.put(key, value.text()));
    return texts;
  }

  private static Node.Scalar value(Node node) throws BadValueException {
    if (node instanceof Node.Scalar scalar) {
      return scalar;
    }
    if (node instanceof Node.Items list
        && list.items().stream().allMatch(Node.Scalar.class::isInstance)) {
      return new Node.Scalar(
          list.items().stream()
              .map(item -> ((Node.Scalar) item).text())
              .collect(Collectors.joining(",")),
          list.location());
    }
    throw new BadValueException(
        "a value belongs here, not " + node.kind(), "give it one value, or remove the key");
  }
}
