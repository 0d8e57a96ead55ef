package io.alluvium.oci;

import io.alluvium.oci.OciAccess.Endpoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/** A user with a fresh API key, of a tenancy that exists in tests only. */
public final class OciUser {
  private static final String TENANCY = "ocid1.tenancy.oc1..aaaatesttenancy";
  private static final String USER = "ocid1.user.oc1..aaaatestuser";

  private final KeyPair keys;

  private OciUser(KeyPair keys) {
    this.keys = keys;
  }

  public static OciUser create() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return new OciUser(generator.generateKeyPair());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  PublicKey publicKey() {
    return keys.getPublic();
  }

  /** What signatures name the key by. */
  String keyId() {
    return TENANCY + "/" + USER + "/" + fingerprint();
  }

  /** Writes the private key and a configuration file with a profile DEFAULT; returns the latter. */
  public Path writeConfig(Path directory) {
    try {
      Path key = directory.resolve("oci_api_key.pem");
      String base64 =
          Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
              .encodeToString(keys.getPrivate().getEncoded());
      Files.writeString(
          key, "-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n");
      return Files.writeString(
          directory.resolve("oci_config"),
          """
          [DEFAULT]
          user=%s
          fingerprint=%s
          tenancy=%s
          region=eu-frankfurt-1
          key_file=%s
          """
              .formatted(USER, fingerprint(), TENANCY, key));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Access as this user, every service being at one server; writes {@link #writeConfig} there. */
  public OciAccess access(Path directory, OciServer server) {
    return access(directory, server.endpoint());
  }

  /** The same with something between. */
  public OciAccess access(Path directory, String address) {
    Optional<String> endpoint = Optional.of(address);
    return new OciAccess(
        OciAccess.Auth.CONFIG_FILE,
        writeConfig(directory),
        "DEFAULT",
        Optional.empty(),
        new Endpoints(endpoint, endpoint, endpoint));
  }

  private String fingerprint() {
    try {
      byte[] md5 = MessageDigest.getInstance("MD5").digest(keys.getPublic().getEncoded());
      return HexFormat.ofDelimiter(":").formatHex(md5);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
