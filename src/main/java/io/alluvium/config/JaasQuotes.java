package io.alluvium.config;

/**
 * Values put into {@code sasl.jaas.config}, which Kafka reads with a {@link
 * java.io.StreamTokenizer}: in double quotes a backslash escapes.
 */
final class JaasQuotes {
  private JaasQuotes() {}

  /** Whether the place behind this text is in double quotes. */
  static boolean isQuoted(String before) {
    boolean quoted = false;
    for (int i = 0; i < before.length(); i++) {
      if (before.charAt(i) == '\\') {
        i++;
      } else if (before.charAt(i) == '"') {
        quoted = !quoted;
      }
    }
    return quoted;
  }

  /** The value as it must stand between double quotes. */
  static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
