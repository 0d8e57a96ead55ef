package io.alluvium.config;

import java.util.Arrays;
import java.util.List;

/** Dotted keys as steps into the tree: all behind {@code kafka.} is one key of Kafka's. */
final class KeyPath {
  static final String KAFKA = "kafka";

  private KeyPath() {}

  static List<String> split(String path) {
    return path.startsWith(KAFKA + ".")
        ? List.of(KAFKA, path.substring(KAFKA.length() + 1))
        : Arrays.asList(path.split("\\.", -1));
  }

  static String join(String parent, String name) {
    return parent.isEmpty() ? name : parent + "." + name;
  }
}
