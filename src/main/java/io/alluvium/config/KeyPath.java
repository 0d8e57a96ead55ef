package io.alluvium.config;

import java.util.Arrays;
import java.util.List;

/**
 * Dotted keys as steps into the tree: all behind {@code kafka.} is one key of Kafka's, and behind
 * {@code hadoop.} one of Hadoop's.
 */
final class KeyPath {
  static final String KAFKA = "kafka";
  static final String HADOOP = "hadoop";

  /** The sections whose keys are taken as they are. */
  static final List<String> FLAT = List.of(KAFKA, HADOOP);

  static final String OCI = "oci";

  private KeyPath() {}

  static List<String> split(String path) {
    for (String section : FLAT) {
      if (path.startsWith(section + ".")) {
        return List.of(section, path.substring(section.length() + 1));
      }
    }
    return Arrays.asList(path.split("\\.", -1));
  }

  static String join(String parent, String name) {
    return parent.isEmpty() ? name : parent + "." + name;
  }
}
