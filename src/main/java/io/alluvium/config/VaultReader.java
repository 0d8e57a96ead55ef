package io.alluvium.config;

import io.alluvium.oci.OciAccess;
import io.alluvium.oci.vault.PatientStore;
import io.alluvium.oci.vault.SecretStore;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Vault as a pipeline's file says how to reach it, opened when the first secret is asked for. */
final class VaultReader {
  /** How long a start waits for a Vault that is down. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Function<OciAccess, SecretStore> opener;
  private Optional<OciAccess> access = Optional.empty();
  private SecretStore store;

  VaultReader(Function<OciAccess, SecretStore> opener) {
    this.opener = opener;
  }

  /** From now on it is known how to reach it. */
  void reachedBy(OciAccess known) {
    access = Optional.of(known);
  }

  /**
   * Waits some seconds for a Vault that is down.
   *
   * @throws io.alluvium.error.UserException if there is no such secret, or time ran out
   */
  String read(String ocid) throws BadValueException {
    if (access.isEmpty()) {
      throw new BadValueException(
          "it isn't known how to reach Vault", "mend the section oci, which has problems");
    }
    return new PatientStore(store(), PATIENCE).read(ocid);
  }

  /** The same, tried once; for who has read it before. */
  String readAgain(String ocid) throws IOException {
    return store().read(ocid);
  }

  private SecretStore store() {
    if (store == null) {
      store = opener.apply(access.orElseThrow());
    }
    return store;
  }
}
