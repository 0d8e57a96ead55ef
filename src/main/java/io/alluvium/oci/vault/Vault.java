package io.alluvium.oci.vault;

import com.oracle.bmc.model.BmcException;
import com.oracle.bmc.secrets.SecretsClient;
import com.oracle.bmc.secrets.model.Base64SecretBundleContentDetails;
import com.oracle.bmc.secrets.model.SecretBundle;
import com.oracle.bmc.secrets.requests.GetSecretBundleRequest;
import io.alluvium.error.OciErrors;
import io.alluvium.oci.OciAccess;
import io.alluvium.oci.OciClients;
import io.alluvium.oci.OciFailures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** OCI Vault: the version of a secret that is CURRENT there, as text. */
public final class Vault implements SecretStore {
  private final SecretsClient client;

  private Vault(SecretsClient client) {
    this.client = client;
  }

  /**
   * @throws io.alluvium.error.UserException if there is no principal
   */
  public static Vault open(OciAccess access) {
    return new Vault(
        OciClients.clientTryingOnce(SecretsClient.builder(), access, access.endpoints().secrets()));
  }

  @Override
  public String read(String ocid) throws IOException {
    try {
      return text(
          ocid,
          client
              .getSecretBundle(
                  GetSecretBundleRequest.builder()
                      .secretId(ocid)
                      .stage(GetSecretBundleRequest.Stage.Current)
                      .build())
              .getSecretBundle());
    } catch (BmcException e) {
      if (OciFailures.isPassing(e)) {
        throw new IOException(OciFailures.reason(e), e);
      }
      throw OciErrors.secretRefused(ocid, OciFailures.reason(e), e);
    }
  }

  private static String text(String ocid, SecretBundle bundle) {
    if (bundle.getSecretBundleContent() instanceof Base64SecretBundleContentDetails content
        && content.getContent() != null) {
      return new String(Base64.getDecoder().decode(content.getContent()), StandardCharsets.UTF_8);
    }
    throw OciErrors.secretWithoutText(ocid);
  }

  @Override
  public void close() {
    client.close();
  }
}
