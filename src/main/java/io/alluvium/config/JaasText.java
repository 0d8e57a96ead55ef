package io.alluvium.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;

/**
 * What {@code sasl.jaas.config} says, read by Kafka's own rules; nothing of it is ever shown.
 *
 * @param module the class that logs in
 * @param options its options, secrets among them
 */
record JaasText(String module, Map<String, ?> options) {
  private static final String USERNAME = "username";
  private static final String PASSWORD = "password";

  /**
   * @throws BadValueException if it isn't one login module with its options
   */
  static JaasText parse(String text) throws BadValueException {
    List<AppConfigurationEntry> entries;
    try {
      entries =
          JaasContext.loadClientContext(Map.of("sasl.jaas.config", new Password(text)))
              .configurationEntries();
    } catch (IllegalArgumentException | SecurityException e) {
      // Kafka's message may quote the text, and with it the password.
      throw new BadValueException(
          "this is no login module with its options",
          "write MODULE required username=\"…\" password=\"…\"; with quotes and the semicolon");
    }
    AppConfigurationEntry entry = entries.get(0);
    return new JaasText(entry.getLoginModuleName(), entry.getOptions());
  }

  String username() {
    return option(USERNAME);
  }

  /** The option among user name and password that is missing or empty. */
  Optional<String> missing() {
    return List.of(USERNAME, PASSWORD).stream().filter(o -> option(o).isBlank()).findFirst();
  }

  private String option(String name) {
    Object value = options.get(name);
    return value == null ? "" : value.toString();
  }

  /** Without the options. */
  @Override
  public String toString() {
    return module;
  }
}
