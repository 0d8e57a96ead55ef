package io.alluvium.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Makes flat Kafka keys of whatever nesting they are written in. */
final class KafkaSection {
  private static final List<String> PATH = List.of(KeyPath.KAFKA);

  private final Problems problems;
  private final Map<String, Node> flat = new LinkedHashMap<>();

  private KafkaSection(Problems problems) {
    this.problems = problems;
  }

  /** The tree with one level of keys below {@code kafka}. */
  static Node.Fields flattened(Node.Fields root, Problems problems) {
    if (root.find(PATH).orElse(null) instanceof Node.Fields kafka) {
      KafkaSection section = new KafkaSection(problems);
      section.flatten("", kafka);
      return root.with(PATH, new Node.Fields(section.flat, kafka.location()));
    }
    return root;
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
                    KeyPath.join(KeyPath.KAFKA, key),
                    "this key is there twice, first in line " + flat.get(key).location().line(),
                    "keep one of the two");
              }
            });
  }

  /** The values by Kafka's keys; a list becomes Kafka's comma-separated text. */
  static Map<String, Node.Scalar> values(Node.Fields root, Problems problems) {
    Map<String, Node.Scalar> values = new LinkedHashMap<>();
    if (root.find(PATH).orElse(null) instanceof Node.Fields kafka) {
      kafka
          .fields()
          .forEach(
              (key, node) -> {
                try {
                  values.put(key, value(node));
                } catch (BadValueException e) {
                  problems.add(node.location(), KeyPath.join(KeyPath.KAFKA, key), e);
                }
              });
    }
    return values;
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
