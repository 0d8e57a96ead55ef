package io.alluvium.config;

import io.alluvium.error.ExitCode;
import io.alluvium.error.UserException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values that stand elsewhere than in the pipeline file: in the environment, in files and in OCI
 * Vault. What files and Vault give may change while the program runs, and is secret.
 */
final class ExternalValues {
  /** The remedy for what is none. */
  static final String REMEDY =
      "write ${ENV:NAME}, ${FILE:/path}, ${vault:OCID} or ${other.key}; $${ for a plain ${";

  private static final Pattern ENV =
      Pattern.compile("ENV:([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?", Pattern.DOTALL);
  private static final Pattern FILE = Pattern.compile("FILE:([^:]+)(?::(.+))?");
  private static final String VAULT = "vault:";

  private final UnaryOperator<String> environment;
  private final SecretFiles files;
  private final VaultReader vault;
  private final Secrets secrets;
  private final Map<String, String> renewable = new LinkedHashMap<>();

  /**
   * @param environment gives a variable's value, or null
   * @param secrets gets what is secret of the values
   */
  ExternalValues(
      UnaryOperator<String> environment, SecretFiles files, VaultReader vault, Secrets secrets) {
    this.environment = environment;
    this.files = files;
    this.vault = vault;
    this.secrets = secrets;
  }

  /** Whether the inside of an expression, such as {@code ENV:NAME}, is meant for this. */
  static boolean isOne(String expression) {
    return expression.startsWith("ENV:") || isRenewable(expression);
  }

  /** Whether its value may change while the program runs. */
  static boolean isRenewable(String expression) {
    return expression.startsWith("FILE:") || isInVault(expression);
  }

  static boolean isInVault(String expression) {
    return expression.startsWith(VAULT);
  }

  /** What an expression stands for. */
  String value(String expression) throws BadValueException {
    if (!isRenewable(expression)) {
      return variable(expression);
    }
    String value = renewable.get(expression);
    if (value == null) {
      value = isInVault(expression) ? secret(expression) : file(expression);
      secrets.add(value);
      renewable.put(expression, value);
    }
    return value;
  }

  private String secret(String expression) throws BadValueException {
    try {
      return vault.read(expression.substring(VAULT.length()));
    } catch (UserException e) {
      if (e.exitCode() != ExitCode.USAGE) {
        throw e; // The file is right; what is down is no problem of its.
      }
      throw new BadValueException(e.what() + ": " + e.why(), e.remedy());
    }
  }

  private String file(String expression) throws BadValueException {
    Matcher file = FILE.matcher(expression);
    if (!file.matches()) {
      throw noExpression(expression);
    }
    return files.read(file.group(1), Optional.ofNullable(file.group(2)));
  }

  private String variable(String expression) throws BadValueException {
    Matcher variable = ENV.matcher(expression);
    if (!variable.matches()) {
      throw noExpression(expression);
    }
    String name = variable.group(1);
    String fallback = variable.group(2);
    String value = environment.apply(name);
    if ((value == null || value.isEmpty()) && fallback != null) {
      return fallback;
    }
    if (value == null) {
      throw new BadValueException(
          "the environment has no " + name,
          "export " + name + ", or give a default: ${ENV:" + name + ":-…}");
    }
    if (Secrets.isSecretName(name)) {
      secrets.add(value);
    }
    return value;
  }

  static BadValueException noExpression(String expression) {
    return new BadValueException("\"${" + expression + "}\" is no expression", REMEDY);
  }

  /** Whether any was read whose value may change. */
  boolean isRenewable() {
    return !renewable.isEmpty();
  }

  /**
   * Whether a file or Vault holds another value now than when it was read; each is asked once.
   *
   * @throws IOException if one of them doesn't answer; the message holds no value
   */
  boolean haveChanged() throws IOException {
    for (Map.Entry<String, String> known : renewable.entrySet()) {
      if (!again(known.getKey()).equals(known.getValue())) {
        return true;
      }
    }
    return false;
  }

  private String again(String expression) throws IOException {
    try {
      return isInVault(expression)
          ? vault.readAgain(expression.substring(VAULT.length()))
          : file(expression);
    } catch (BadValueException | UserException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
