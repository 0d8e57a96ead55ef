package io.alluvium.config;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Keeps secrets off screens and logs. Rather one value too many is masked than one too few: every
 * name with "key" in it counts, {@code ssl.keystore.location} too.
 */
final class Secrets {
  static final String MASK = "****";

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "password|passwd|passphrase|pwd|secret|jaas|key|token|credential|oauth|private",
          Pattern.CASE_INSENSITIVE);

  private final Set<String> values;

  /**
   * @param values texts that came from secretly named environment variables
   */
  Secrets(Set<String> values) {
    this.values = Set.copyOf(values);
  }

  /** Whether what stands under this name, of a key or an environment variable, is a secret. */
  static boolean isSecretName(String name) {
    return SECRET_NAME.matcher(name).find();
  }

  /** The value, or the mask if its name is secret or a secret is part of it. */
  String masked(String name, String value) {
    return isSecretName(name) ? MASK : masked(value);
  }

  /** The value, or the mask if a secret is part of it. */
  String masked(String value) {
    return values.stream().anyMatch(value::contains) ? MASK : value;
  }
}
