package io.alluvium.oci;

import com.oracle.bmc.ClientConfiguration;
import com.oracle.bmc.auth.BasicAuthenticationDetailsProvider;
import com.oracle.bmc.common.RegionalClientBuilder;
import com.oracle.bmc.retrier.RetryConfiguration;
import com.oracle.bmc.util.CircuitBreakerUtils;
import java.util.Optional;

/** Makes clients of OCI's services. */
public final class OciClients {
  private static final int CONNECT_MS = 5_000;
  private static final int READ_MS = 10_000;

  private OciClients() {}

  /**
   * A client that the caller closes.
   *
   * @param endpoint of the service, if another than the region's
   * @throws io.alluvium.error.UserException if there is no principal
   */
  public static <B extends RegionalClientBuilder<B, C>, C> C client(
      B builder, OciAccess access, Optional<String> endpoint) {
    BasicAuthenticationDetailsProvider principal = Principals.of(access);
    access.region().ifPresent(builder::region);
    endpoint.ifPresent(builder::endpoint);
    return builder.build(principal);
  }

  /**
   * The same for who repeats calls in a way of its own: each is made once, and given up after some
   * seconds.
   */
  public static <B extends RegionalClientBuilder<B, C>, C> C clientTryingOnce(
      B builder, OciAccess access, Optional<String> endpoint) {
    return client(builder.configuration(tryingOnce(READ_MS)), access, endpoint);
  }

  /**
   * Each call is made once: the SDK's own retries count, wait and give up by other rules than a
   * caller's, and its breaker would keep on refusing calls when the service is back.
   *
   * @param readTimeoutMs for each read of an answer, ms
   */
  public static ClientConfiguration tryingOnce(int readTimeoutMs) {
    return ClientConfiguration.builder()
        .connectionTimeoutMillis(CONNECT_MS)
        .readTimeoutMillis(readTimeoutMs)
        .retryConfiguration(RetryConfiguration.NO_RETRY_CONFIGURATION)
        .circuitBreakerConfiguration(CircuitBreakerUtils.getNoCircuitBreakerConfiguration())
        .build();
  }
}
