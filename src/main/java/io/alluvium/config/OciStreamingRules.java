package io.alluvium.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What can't work with OCI Streaming, by Oracle's documentation of its Kafka API ("Using Kafka
 * APIs", "Service limits"): SASL_SSL with PLAIN, users of stream pools, fetches of 1 MB, five reads
 * a second for each group and partition.
 */
final class OciStreamingRules {
  private static final String FETCH_BYTES = "max.partition.fetch.bytes";
  private static final String REQUEST_BYTES = "max.request.size";
  private static final int ONE_MEGABYTE = 1 << 20;
  private static final Duration LEAST_INTERVAL = Duration.ofMillis(200);

  /** Kafka's other mechanisms. Plug-ins may bring one that the service knows (OCI-RSA-SHA256). */
  private static final Set<String> REFUSED =
      Set.of("GSSAPI", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER");

  /** {@code TENANCY/USER/POOL}, or with an identity domain before the user. */
  private static final Pattern USER =
      Pattern.compile("[^/]+/[^/]+(/[^/]+)?/ocid1\\.streampool\\.[^/]+");

  private final KafkaValues kafka;
  private final Problems problems;

  OciStreamingRules(KafkaValues kafka, Problems problems) {
    this.kafka = kafka;
    this.problems = problems;
  }

  /**
   * @param fetchInterval where {@code source.fetch-interval} stands, or would
   */
  void check(Optional<Duration> interval, Location fetchInterval) {
    if (!OciStreaming.isMeant(kafka.texts())) {
      return;
    }
    checkLogin();
    checkSizes();
    if (interval.isEmpty() || interval.get().compareTo(LEAST_INTERVAL) < 0) {
      problems.add(
          fetchInterval,
          Keys.SOURCE_FETCH_INTERVAL.path(),
          "OCI Streaming allows five reads a second for each group and partition, and without a"
              + " pace there are more as soon as messages come",
          "write source.fetch-interval: 250ms");
    }
  }

  private void checkLogin() {
    if (kafka.isLeftToKafka(SecurityRules.PROTOCOL, SecurityRules.MECHANISM, SecurityRules.JAAS)) {
      return;
    }
    String protocol = kafka.text(SecurityRules.PROTOCOL, "PLAINTEXT").toUpperCase(Locale.ROOT);
    if (!protocol.equals("SASL_SSL")) {
      add(
          SecurityRules.PROTOCOL,
          "OCI Streaming takes SASL_SSL only, not " + protocol,
          "write security.protocol: SASL_SSL");
    }
    String mechanism = kafka.text(SecurityRules.MECHANISM, "").toUpperCase(Locale.ROOT);
    if (REFUSED.contains(mechanism)) {
      add(
          SecurityRules.MECHANISM,
          "OCI Streaming knows PLAIN, with an auth token as password, and not " + mechanism,
          "write sasl.mechanism: PLAIN");
    } else if (mechanism.equals("PLAIN") && kafka.has(SecurityRules.JAAS)) {
      checkUser();
    }
  }

  private void checkUser() {
    try {
      String user = JaasText.parse(kafka.text(SecurityRules.JAAS, "")).username();
      if (!user.isBlank() && !USER.matcher(user).matches()) {
        add(
            SecurityRules.JAAS,
            "OCI Streaming's user names say tenancy, user and stream pool, and this one doesn't",
            "write TENANCY/USER/STREAM_POOL_OCID, with an identity domain"
                + " TENANCY/DOMAIN/USER/STREAM_POOL_OCID");
      }
    } catch (BadValueException e) {
      // The general rules tell of it.
    }
  }

  private void checkSizes() {
    if (!kafka.has(FETCH_BYTES)) {
      add(
          FETCH_BYTES,
          "OCI Streaming hands out 1 MB at most, and by itself Alluvium asks for 8",
          "write max.partition.fetch.bytes: 1048576");
    } else {
      checkAtMostOneMegabyte(FETCH_BYTES, "OCI Streaming hands out 1 MB at most");
    }
    checkAtMostOneMegabyte(REQUEST_BYTES, "OCI Streaming takes messages of 1 MB at most");
  }

  private void checkAtMostOneMegabyte(String key, String reason) {
    String text = kafka.text(key, "0").strip();
    if (text.matches("\\d{1,18}") && Long.parseLong(text) > ONE_MEGABYTE) {
      add(key, reason, "write " + key + ": 1048576 or less");
    }
  }

  private void add(String key, String reason, String remedy) {
    problems.add(kafka.location(key), "kafka." + key, reason, remedy);
  }
}
