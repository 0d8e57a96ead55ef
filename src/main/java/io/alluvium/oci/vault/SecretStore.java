package io.alluvium.oci.vault;

import java.io.IOException;

/** Where secrets are read from. Knows no class of the SDK. Safe for several threads. */
public interface SecretStore extends AutoCloseable {
  /**
   * The current version of a secret, never null.
   *
   * @param ocid of the secret
   * @throws IOException if the same call may succeed later
   * @throws io.alluvium.error.UserException if only a person can mend it
   */
  String read(String ocid) throws IOException;

  @Override
  void close();
}
