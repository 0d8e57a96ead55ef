package io.alluvium.oci.vault;

import io.alluvium.oci.OciResponse;
import io.alluvium.oci.OciServer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Vault's secret retrieval on an {@link OciServer}: one current version a secret. */
public final class FakeVault {
  private static final String BUNDLES = "/20190301/secretbundles/";

  private final Map<String, String> secrets = new ConcurrentHashMap<>();

  public static FakeVault on(OciServer server) {
    FakeVault vault = new FakeVault();
    server.handle(
        BUNDLES,
        request ->
            Optional.ofNullable(vault.secrets.get(request.path().substring(BUNDLES.length())))
                .map(FakeVault::bundle));
    return vault;
  }

  private static OciResponse bundle(String value) {
    String base64 = Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
    return OciResponse.json(
        "{\"secretId\":\"s\",\"versionNumber\":1,\"stages\":[\"CURRENT\"],\"secretBundleContent\":{\"contentType\":\"BASE64\",\"content\":\""
            + base64
            + "\"}}");
  }

  public FakeVault put(String ocid, String value) {
    secrets.put(ocid, value);
    return this;
  }
}
