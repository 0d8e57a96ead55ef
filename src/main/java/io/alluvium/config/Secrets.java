package io.alluvium.config;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Keeps secrets off screens and logs. Rather one value too many is masked than one too few: every
 * name with "key" in it counts, {@code ssl.keystore.location} too.
 *
 * <p>Values are noted as they are come by; of one thread.
 */
final class Secrets {
  static final String MASK = "****";

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "password|passwd|passphrase|pwd|secret|jaas|key|token|credential|oauth|private",
          Pattern.CASE_INSENSITIVE);

  private final Set<String> values = new LinkedHashSet<>();

  /** Whether what stands under this name, of a key or an environment variable, is a secret. */
  static boolean isSecretName(String name) {
    return SECRET_NAME.matcher(name).find();
  }

  /** From now on this text is a secret; an empty one can't be. */
  void add(String value) {
    if (!value.isEmpty()) {
      values.add(value);
    }
  }

  /** The value, or the mask if its name is secret or a secret is part of it. */
  String masked(String name, String value) {
    return isSecretName(name) ? MASK : masked(value);
  }

  /** The value, or the mask if a secret is part of it. */
  String masked(String value) {
    return values.stream().anyMatch(value::contains) ? MASK : value;
  }

  /** A text for people with each secret in it masked. */
  String without(String text) {
    String masked = text;
    for (String value :
        values.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList()) {
      masked = masked.replace(value, MASK);
    }
    return masked;
  }

  /** Without the values. */
  @Override
  public String toString() {
    return "Secrets[" + values.size() + "]";
  }
}
