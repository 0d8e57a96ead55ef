package io.alluvium.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What can't be in {@code security.protocol}, {@code sasl.*} and {@code ssl.*}, whatever the broker
 * is: a client would fail at its first request, or send what it should not, with a message that
 * doesn't name the key.
 */
final class SecurityRules {
  static final String PROTOCOL = "security.protocol";
  static final String MECHANISM = "sasl.mechanism";
  static final String JAAS = "sasl.jaas.config";
  private static final List<String> STORES =
      List.of("ssl.truststore.location", "ssl.keystore.location");
  private static final String SECURITY = "org.apache.kafka.common.security.";

  /** The login module that each mechanism of Kafka's with a password takes. */
  private static final Map<String, String> MODULES =
      Map.of(
          "PLAIN", SECURITY + "plain.PlainLoginModule",
          "SCRAM-SHA-256", SECURITY + "scram.ScramLoginModule",
          "SCRAM-SHA-512", SECURITY + "scram.ScramLoginModule");

  private final KafkaValues kafka;
  private final Problems problems;

  SecurityRules(KafkaValues kafka, Problems problems) {
    this.kafka = kafka;
    this.problems = problems;
  }

  void check() {
    if (kafka.isLeftToKafka(PROTOCOL, MECHANISM)) {
      return;
    }
    String protocol = kafka.text(PROTOCOL, "PLAINTEXT").toUpperCase(Locale.ROOT);
    if (protocol.startsWith("SASL_")) {
      checkLogin(protocol);
    } else {
      refuseIdle(List.of(MECHANISM, JAAS), "nobody logs in with " + protocol, "SASL_SSL");
    }
    if (protocol.endsWith("SSL")) {
      STORES.forEach(this::checkFile);
    } else {
      refuseIdle(
          STORES,
          "nothing is encrypted with " + protocol,
          protocol.startsWith("SASL_") ? "SASL_SSL" : "SSL");
    }
  }

  private void refuseIdle(List<String> keys, String reason, String protocol) {
    for (String key : keys) {
      if (kafka.has(key)) {
        add(
            key,
            kafka.location(key),
            reason,
            "write security.protocol: " + protocol + ", or remove it");
      }
    }
  }

  private void checkLogin(String protocol) {
    if (!kafka.has(MECHANISM)) {
      add(
          MECHANISM,
          kafka.location(PROTOCOL),
          protocol + " needs a mechanism, and Kafka's default is Kerberos",
          "write sasl.mechanism: PLAIN, SCRAM-SHA-512 or what the brokers take; GSSAPI for Kerberos");
    }
    if (kafka.has(JAAS)) {
      checkJaas();
    } else if (System.getProperty("java.security.auth.login.config") == null) {
      add(
          JAAS,
          kafka.location(MECHANISM, PROTOCOL),
          "this key is missing: it says who logs in",
          "add it, as in sasl.jaas.config: "
              + MODULES.getOrDefault(mechanism(), "MODULE")
              + " required username=\"…\" password=\"…\";");
    }
  }

  private void checkJaas() {
    if (kafka.isLeftToKafka(JAAS)) {
      return;
    }
    try {
      checkModule(JaasText.parse(kafka.text(JAAS, "")));
    } catch (BadValueException e) {
      problems.add(kafka.location(JAAS), "kafka." + JAAS, e);
    }
  }

  private void checkModule(JaasText jaas) throws BadValueException {
    String wanted = MODULES.get(mechanism());
    if (wanted != null && MODULES.containsValue(jaas.module()) && !jaas.module().equals(wanted)) {
      throw new BadValueException(
          mechanism() + " doesn't go with this login module", "write " + wanted);
    }
    if (jaas.module().equals(wanted) && jaas.missing().isPresent()) {
      String option = jaas.missing().get();
      throw new BadValueException(
          "the " + option + " is missing or empty", "write " + option + "=\"…\" behind required");
    }
  }

  private String mechanism() {
    return kafka.text(MECHANISM, "").toUpperCase(Locale.ROOT);
  }

  private void checkFile(String key) {
    if (!kafka.has(key) || kafka.isLeftToKafka(key)) {
      return;
    }
    Node.Scalar value = kafka.find(key).orElseThrow();
    if (!isReadable(value.text())) {
      add(
          key,
          value.location(),
          "there is no file " + value.shown() + " that can be read",
          "correct the path, which is taken from the working directory");
    }
  }

  private static boolean isReadable(String path) {
    try {
      return Files.isRegularFile(Path.of(path)) && Files.isReadable(Path.of(path));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private void add(String key, Location location, String reason, String remedy) {
    problems.add(location, "kafka." + key, reason, remedy);
  }
}
