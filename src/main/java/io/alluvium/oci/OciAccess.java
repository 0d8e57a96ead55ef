package io.alluvium.oci;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How Oracle Cloud is reached. Knows no class of the SDK, so that a configuration can hold it where
 * the SDK isn't installed.
 *
 * @param configFile absolute; read with {@link Auth#CONFIG_FILE} only
 * @param profile of the configuration file
 * @param region such as {@code eu-frankfurt-1}; empty for the one that the principal is in
 */
public record OciAccess(
    Auth auth, Path configFile, String profile, Optional<String> region, Endpoints endpoints) {

  /** As whom requests are signed. */
  public enum Auth {
    /** The API key of a user, in the file that OCI's own command line uses. */
    CONFIG_FILE,
    /** The compute instance that the process runs on. */
    INSTANCE,
    /** The resource, such as a function or container instance, that the process runs in. */
    RESOURCE,
    /** The service account of the pod, in OKE. */
    WORKLOAD
  }

  /**
   * Where services are, if not at the addresses of the region: private endpoints, for instance.
   *
   * @param secrets Vault's secret retrieval
   * @param logging the ingestion of custom logs
   */
  public record Endpoints(
      Optional<String> secrets, Optional<String> logging, Optional<String> objectStorage) {
    public static final Endpoints OF_THE_REGION =
        new Endpoints(Optional.empty(), Optional.empty(), Optional.empty());
  }
}
