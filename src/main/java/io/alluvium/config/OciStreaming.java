package io.alluvium.config;

import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Whether Kafka's settings lead to OCI Streaming: by the names of its endpoints, {@code
 * streaming.REGION.oci.REALM} with a cell or a private endpoint before it, or by a user of a stream
 * pool, which nobody else has, so behind tunnels too. Clusters of OCI Streaming with Apache Kafka
 * are ordinary Kafka and aren't meant.
 */
public final class OciStreaming {
  private static final Pattern ENDPOINT =
      Pattern.compile(
          "([a-z0-9-]+\\.)*streaming\\.[a-z0-9-]+\\.oci\\.[a-z0-9.-]+(:\\d+)?",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern POOL = Pattern.compile("/ocid1\\.streampool\\.");

  private OciStreaming() {}

  /**
   * @param kafka by Kafka's own keys
   */
  public static boolean isMeant(Map<String, String> kafka) {
    String servers = kafka.getOrDefault("bootstrap.servers", "");
    return Arrays.stream(servers.split(","))
            .anyMatch(server -> ENDPOINT.matcher(server.strip()).matches())
        || POOL.matcher(kafka.getOrDefault("sasl.jaas.config", "")).find();
  }
}
