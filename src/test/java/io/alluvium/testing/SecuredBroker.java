package io.alluvium.testing;

import io.alluvium.feed.BrokerOptions;
import io.alluvium.feed.EmbeddedBroker;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A broker whose clients authenticate, with SCRAM, and must do so again every two seconds; users
 * and their passwords can change while it runs.
 */
public final class SecuredBroker implements AutoCloseable {
  private static final String PLAIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required"
          + " username=\"admin\" password=\"admin-word\" user_admin=\"admin-word\";";
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "listener.security.protocol.map", "CLIENT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
          "sasl.enabled.mechanisms", "SCRAM-SHA-512,PLAIN",
          "sasl.mechanism.inter.broker.protocol", "PLAIN",
          "listener.name.client.plain.sasl.jaas.config", PLAIN,
          "listener.name.client.scram-sha-512.sasl.jaas.config",
              "org.apache.kafka.common.security.scram.ScramLoginModule required;",
          "listener.name.client.scram-sha-512.connections.max.reauth.ms", "2000");

  private final EmbeddedBroker broker;
  private final Admin admin;

  private SecuredBroker(EmbeddedBroker broker) {
    this.broker = broker;
    this.admin = Admin.create(settings());
  }

  public static SecuredBroker start() {
    return start(BrokerOptions.temporary());
  }

  /** The same, to be started again in its place. */
  public static SecuredBroker start(BrokerOptions options) {
    return new SecuredBroker(EmbeddedBroker.start(options.withProperties(PROPERTIES)));
  }

  /** Of its administrator. */
  private Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("security.protocol", "SASL_PLAINTEXT");
    settings.put("sasl.mechanism", "PLAIN");
    settings.put("sasl.jaas.config", PLAIN);
    return settings;
  }

  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  /** Lets a user in with this password and no other. */
  public void password(String user, String password) throws Exception {
    ScramCredentialInfo info = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
    admin
        .alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(user, info, password)))
        .all()
        .get();
  }

  public void createTopic(String name) throws ExecutionException, InterruptedException {
    admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get();
  }

  /** Sends values in order, and waits for all of them. */
  public void send(String topic, List<String> values) {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings(), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (String value : values) {
        var unused =
            producer.send(new ProducerRecord<>(topic, value.getBytes(StandardCharsets.UTF_8)));
      }
    }
  }

  @Override
  public void close() {
    admin.close();
    broker.close();
  }
}
