package io.alluvium.oci;

import com.oracle.bmc.auth.BasicAuthenticationDetailsProvider;
import com.oracle.bmc.common.RegionalClientBuilder;
import java.util.Optional;

/** Makes clients of OCI's services. */
public final class OciClients {
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
}
