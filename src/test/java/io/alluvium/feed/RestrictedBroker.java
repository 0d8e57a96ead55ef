package io.alluvium.feed;

import io.alluvium.testing.CuttingProxy;
import io.alluvium.testing.TestCertificates;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;

/**
 * A broker that allows users nothing but what they are granted, asked over three listeners: as OCI
 * Streaming is (SASL_SSL with PLAIN, messages of 1 MB, connections that are cut every few seconds),
 * and as its managed clusters are (SASL_SSL with SCRAM-SHA-512, and mTLS). A fourth one in plain
 * text is the test's own, which may do everything.
 */
public final class RestrictedBroker implements AutoCloseable {
  /** What {@code KAFKA_USERNAME} is for OCI Streaming. */
  public static final String STREAMING_USER =
      "tenancy/identity/alluvium@example.com/ocid1.streampool.oc1.eu-frankfurt-1.test";

  public static final String CLUSTER_USER = "alluvium";
  public static final String PASSWORD = "auth-token";

  /** How the broker calls who shows the client's certificate. */
  private static final String CERTIFIED_USER = "CN=alluvium";

  private static final int ONE_MEGABYTE = 1 << 20;
  private static final Duration CUT_EVERY = Duration.ofSeconds(3);
  private static final int SCRAM_ITERATIONS = 4096;

  private final TestCertificates certificates;
  private final BrokerDirectory directory;
  private final LoopbackSockets sockets;
  private final KafkaServers servers;
  private final CuttingProxy proxy;
  private final Admin admin;

  private RestrictedBroker(
      TestCertificates certificates,
      BrokerDirectory directory,
      LoopbackSockets sockets,
      KafkaServers servers,
      CuttingProxy proxy) {
    this.certificates = certificates;
    this.directory = directory;
    this.sockets = sockets;
    this.servers = servers;
    this.proxy = proxy;
    this.admin = Admin.create(Map.of("bootstrap.servers", plaintext()));
  }

  /** Starts it, with the certificates in a directory of the test. */
  public static RestrictedBroker start(Path certificateDirectory) throws Exception {
    TestCertificates certificates = TestCertificates.make(certificateDirectory);
    BrokerDirectory directory = BrokerDirectory.open(Optional.empty());
    LoopbackSockets sockets = LoopbackSockets.bind(0);
    CuttingProxy proxy = CuttingProxy.bind();
    Properties properties = properties(directory.path(), sockets, proxy.port(), certificates);
    KafkaServers servers = new KafkaServers(KafkaConfig.fromProps(properties, false), sockets);
    servers.start();
    proxy.start(servers.boundPort("STREAMING"), CUT_EVERY);
    RestrictedBroker broker =
        new RestrictedBroker(certificates, directory, sockets, servers, proxy);
    broker.admit(CLUSTER_USER);
    return broker;
  }

  private static Properties properties(
      Path directory, LoopbackSockets sockets, int proxyPort, TestCertificates certificates) {
    Properties own = BrokerProperties.of(directory, sockets, Map.of());
    Properties properties = new Properties();
    properties.putAll(own);
    String ephemeral = ",SCRAM://127.0.0.1:0,MTLS://127.0.0.1:0";
    properties.put("listeners", own.get("listeners") + ",STREAMING://127.0.0.1:0" + ephemeral);
    properties.put(
        "advertised.listeners",
        own.get("advertised.listeners") + ",STREAMING://127.0.0.1:" + proxyPort + ephemeral);
    properties.put(
        "listener.security.protocol.map",
        own.get("listener.security.protocol.map") + ",STREAMING:SASL_SSL,SCRAM:SASL_SSL,MTLS:SSL");
    properties.put("authorizer.class.name", StandardAuthorizer.class.getName());
    properties.put("super.users", "User:ANONYMOUS");
    properties.put("message.max.bytes", Integer.toString(ONE_MEGABYTE));
    properties.put("listener.name.streaming.sasl.enabled.mechanisms", "PLAIN");
    properties.put(
        "listener.name.streaming.plain.sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required \"user_"
            + STREAMING_USER
            + "\"=\""
            + PASSWORD
            + "\";");
    properties.put("listener.name.scram.sasl.enabled.mechanisms", "SCRAM-SHA-512");
    properties.put(
        "listener.name.scram.scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;");
    properties.put("listener.name.mtls.ssl.client.auth", "required");
    properties.put("ssl.keystore.type", "PKCS12");
    properties.put("ssl.keystore.location", certificates.brokerKeys().toString());
    properties.put("ssl.keystore.password", TestCertificates.PASSWORD);
    properties.put("ssl.truststore.type", "PKCS12");
    properties.put("ssl.truststore.location", certificates.clientTrust().toString());
    properties.put("ssl.truststore.password", TestCertificates.PASSWORD);
    return properties;
  }

  private void admit(String user) throws ExecutionException, InterruptedException {
    admin
        .alterUserScramCredentials(
            List.of(
                new UserScramCredentialUpsertion(
                    user,
                    new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, SCRAM_ITERATIONS),
                    PASSWORD)))
        .all()
        .get();
  }

  /** The test's own way in: no authentication, and everything is allowed. */
  public String plaintext() {
    return "127.0.0.1:" + sockets.clientPort();
  }

  /** {@code kafka.*} of {@code config/oci.yaml} for this broker, {@code key=value} each. */
  public List<String> streaming() {
    return Stream.concat(
            Stream.of("kafka.bootstrap.servers=127.0.0.1:" + proxy.port(), streamingJaas(PASSWORD)),
            trust().stream())
        .toList();
  }

  /** The one key of {@link #streaming} that holds the password. */
  public static String streamingJaas(String password) {
    return jaas("plain.PlainLoginModule", STREAMING_USER, password);
  }

  /** The same for {@code config/oci-kafka.yaml}. */
  public List<String> scram() {
    return Stream.concat(
            Stream.of(
                "kafka.bootstrap.servers=127.0.0.1:" + servers.boundPort("SCRAM"),
                jaas("scram.ScramLoginModule", CLUSTER_USER, PASSWORD)),
            trust().stream())
        .toList();
  }

  /** The same for a client that shows a certificate instead, as the file's comments say. */
  public List<String> mtls() {
    return Stream.concat(
            Stream.of(
                "kafka.bootstrap.servers=127.0.0.1:" + servers.boundPort("MTLS"),
                "kafka.security.protocol=SSL",
                "kafka.ssl.keystore.type=PKCS12",
                "kafka.ssl.keystore.location=" + certificates.clientKeys(),
                "kafka.ssl.keystore.password=" + TestCertificates.PASSWORD),
            trust().stream())
        .toList();
  }

  private List<String> trust() {
    return List.of(
        "kafka.ssl.truststore.type=PKCS12",
        "kafka.ssl.truststore.location=" + certificates.brokerTrust(),
        "kafka.ssl.truststore.password=" + TestCertificates.PASSWORD);
  }

  private static String jaas(String module, String user, String password) {
    return "kafka.sasl.jaas.config=org.apache.kafka.common.security.%s required username=\"%s\" password=\"%s\";"
        .formatted(module, user, password);
  }

  public void createTopic(String name, int partitions) {
    Topics.create(Map.of("bootstrap.servers", plaintext()), name, partitions);
  }

  /** Lets every user read a topic as the group of its name, and nothing else. */
  public void allowReading(String name) throws ExecutionException, InterruptedException {
    allowReadingTopic(name);
    allowReadingGroup(name);
  }

  /** Lets every user read a topic, and nothing else. */
  public void allowReadingTopic(String name) throws ExecutionException, InterruptedException {
    admin.createAcls(allowing(AclOperation.READ, ResourceType.TOPIC, name)).all().get();
  }

  /** Lets every user read as a group, and nothing else. */
  public void allowReadingGroup(String name) throws ExecutionException, InterruptedException {
    admin.createAcls(allowing(AclOperation.READ, ResourceType.GROUP, name)).all().get();
  }

  /** Lets every user write to a topic, and nothing else. */
  public void allowWritingTopic(String name) throws ExecutionException, InterruptedException {
    admin.createAcls(allowing(AclOperation.WRITE, ResourceType.TOPIC, name)).all().get();
  }

  /** Takes back what {@link #allowReadingTopic} gave. */
  public void denyReadingTopic(String name) throws ExecutionException, InterruptedException {
    admin
        .deleteAcls(
            allowing(AclOperation.READ, ResourceType.TOPIC, name).stream()
                .map(AclBinding::toFilter)
                .toList())
        .all()
        .get();
  }

  private static List<AclBinding> allowing(AclOperation operation, ResourceType type, String name) {
    return Stream.of(STREAMING_USER, CLUSTER_USER, CERTIFIED_USER)
        .map(
            user ->
                new AclBinding(
                    new ResourcePattern(type, name, PatternType.LITERAL),
                    new AccessControlEntry(
                        "User:" + user, "*", operation, AclPermissionType.ALLOW)))
        .toList();
  }

  public TestCertificates certificates() {
    return certificates;
  }

  /** Closes the connections of everybody who came in as to OCI Streaming, now. */
  public void cutConnections() {
    proxy.cutAll();
  }

  /** How many connections were cut until now. */
  public int connectionsCut() {
    return proxy.cut();
  }

  /** How many requests of each API have been answered since the start, on all listeners. */
  public static Map<String, Long> requests() {
    Map<String, Long> counts = new TreeMap<>();
    KafkaYammerMetrics.defaultRegistry()
        .allMetrics()
        .forEach(
            (name, metric) -> {
              if (name.getType().equals("RequestMetrics")
                  && name.getName().equals("RequestsPerSec")
                  && metric instanceof com.yammer.metrics.core.Meter meter) {
                String api = name.getScope().replaceAll("^request\\.|\\.version\\..*$", "");
                counts.merge(api, meter.count(), Long::sum);
              }
            });
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  /** The APIs that were asked for since an earlier look at {@link #requests}. */
  public static Set<String> since(Map<String, Long> before) {
    Map<String, Long> now = requests();
    now.keySet().removeIf(api -> now.get(api).equals(before.get(api)));
    return now.keySet();
  }

  @Override
  public void close() {
    List<AutoCloseable> parts = new ArrayList<>(List.of(admin, proxy, servers, sockets, directory));
    parts.forEach(part -> Utils.closeQuietly(part, "restricted broker"));
  }
}
