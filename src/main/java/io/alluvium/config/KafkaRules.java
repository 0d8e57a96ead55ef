package io.alluvium.config;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;

/**
 * What the service needs of Kafka's settings. A key that no Kafka client knows passes, because
 * plug-ins have keys of their own, unless it looks like a slip of the pen.
 */
final class KafkaRules {
  private static final String BOOTSTRAP = StreamsConfig.BOOTSTRAP_SERVERS_CONFIG;

  /** Prefixes by which Kafka Streams addresses one of its clients, the most specific first. */
  private static final List<String> CLIENTS =
      List.of(
          "main.consumer.",
          "restore.consumer.",
          "global.consumer.",
          "consumer.",
          "producer.",
          "admin.");

  /** Keys whose value follows from others: key to remedy. */
  private static final Map<String, String> FOLLOWS =
      Map.ofEntries(
          Map.entry("group.id", "remove it: name is the consumer group"),
          Map.entry("application.id", "remove it: name is the application id"),
          Map.entry("auto.offset.reset", "remove it: source.start says where to begin"),
          Map.entry("transactional.id", "remove it: nothing is written in transactions"),
          Map.entry("key.deserializer", "remove it: records are read as bytes"),
          Map.entry("value.deserializer", "remove it: records are read as bytes"),
          Map.entry("default.key.serde", "remove it: records are read as bytes"),
          Map.entry("default.value.serde", "remove it: records are read as bytes"));

  /** Keys of which only one value does: key to (value, why). */
  private static final Map<String, List<String>> ONLY =
      Map.of(
          "max.in.flight.requests.per.connection",
          List.of("1", "rows that are re-keyed must keep their order"),
          "acks",
          List.of("all", "a re-keyed row must not get lost"),
          "group.protocol",
          List.of("classic", "the other protocols bypass the hook that holds offsets back"),
          "enable.auto.commit",
          List.of("false", "offsets are committed only after the tables hold the records"),
          "processing.guarantee",
          List.of("at_least_once", "Delta's transactions make it exactly once, not Kafka's"),
          "enable.idempotence",
          List.of("false", "OCI Streaming rejects idempotent producers"),
          "num.standby.replicas",
          List.of("0", "the state is rebuilt from silver, there is no changelog to follow"));

  private static final Map<String, ConfigDef.ConfigKey> KNOWN = knownKeys();

  private final Problems problems;

  KafkaRules(Problems problems) {
    this.problems = problems;
  }

  void check(KafkaValues kafka) {
    Map<String, Node.Scalar> values = kafka.values();
    if (!values.containsKey(BOOTSTRAP)) {
      problems.add(
          kafka.section(),
          "kafka." + BOOTSTRAP,
          "this key is missing",
          Suggestion.near(BOOTSTRAP, values.keySet())
              .map(near -> "did you mean it by \"" + near + "\"?")
              .orElse("name the brokers, as in localhost:9092"));
    }
    values.forEach(
        (key, value) -> {
          try {
            check(key, value);
          } catch (BadValueException e) {
            problems.add(value.location(), "kafka." + key, e);
          }
        });
  }

  /** What the consumer gets: what is written, or Kafka's default. */
  static Node.Scalar maxPollInterval(KafkaValues values) {
    String key = ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG;
    return values
        .find(key)
        .orElseGet(
            () ->
                new Node.Scalar(
                    String.valueOf(KNOWN.get(key).defaultValue), Location.override(key)));
  }

  private static void check(String key, Node.Scalar value) throws BadValueException {
    String plain = withoutClient(key);
    if (FOLLOWS.containsKey(plain)) {
      throw new BadValueException("Alluvium sets this itself", FOLLOWS.get(plain));
    }
    List<String> only = ONLY.get(plain);
    if (only != null && !value.text().toLowerCase(Locale.ROOT).equals(only.get(0))) {
      throw new BadValueException(
          "only \"" + only.get(0) + "\" does: " + only.get(1),
          "remove it, or write " + only.get(0));
    }
    ConfigDef.ConfigKey known = KNOWN.get(plain);
    if (known != null) {
      checkValue(key, value, known);
      return;
    }
    Optional<String> near = Suggestion.near(plain, KNOWN.keySet());
    if (near.isPresent()) {
      throw new BadValueException("Kafka has no such key", "did you mean \"" + near.get() + "\"?");
    }
  }

  private static void checkValue(String key, Node.Scalar value, ConfigDef.ConfigKey known)
      throws BadValueException {
    if (value.text().contains("${")) {
      return; // one of Kafka's config providers fills it in
    }
    try {
      Object parsed = ConfigDef.parseType(known.name, value.text(), known.type);
      if (known.validator != null) {
        known.validator.ensureValid(known.name, parsed);
      }
    } catch (ConfigException e) {
      boolean showable = value.shown().equals(value.text()) && !Secrets.isSecretName(key);
      throw new BadValueException(
          showable ? "Kafka doesn't take it: " + e.getMessage() : "Kafka doesn't take its value",
          "give it a value of type " + known.type.name().toLowerCase(Locale.ROOT));
    }
  }

  private static String withoutClient(String key) {
    return CLIENTS.stream()
        .filter(key::startsWith)
        .findFirst()
        .map(prefix -> key.substring(prefix.length()))
        .orElse(key);
  }

  /** Whether a Kafka client knows the key, addressed or not. */
  static boolean isKnown(String key) {
    return KNOWN.containsKey(withoutClient(key));
  }

  private static Map<String, ConfigDef.ConfigKey> knownKeys() {
    Map<String, ConfigDef.ConfigKey> known = new HashMap<>();
    known.putAll(AdminClientConfig.configDef().configKeys());
    known.putAll(ProducerConfig.configDef().configKeys());
    known.putAll(ConsumerConfig.configDef().configKeys());
    known.putAll(StreamsConfig.configDef().configKeys());
    return Map.copyOf(known);
  }
}
