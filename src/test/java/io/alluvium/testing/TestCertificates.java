package io.alluvium.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;

/**
 * Self-signed certificates of a broker and of a client, made by the JDK's keytool: PKCS12 stores of
 * each one's key, and of what the other is to trust.
 */
public record TestCertificates(Path directory) {
  public static final String PASSWORD = "changeit";

  /** Makes the stores in a directory. */
  public static TestCertificates make(Path directory)
      throws IOException, InterruptedException, GeneralSecurityException {
    TestCertificates made = new TestCertificates(directory);
    made.generate("broker", made.brokerKeys(), "CN=localhost");
    made.generate("client", made.clientKeys(), "CN=alluvium");
    made.trust("broker", made.brokerKeys(), made.brokerTrust());
    made.trust("client", made.clientKeys(), made.clientTrust());
    return made;
  }

  public Path brokerKeys() {
    return directory.resolve("broker.p12");
  }

  public Path clientKeys() {
    return directory.resolve("client.p12");
  }

  /** Holds the broker's certificate. */
  public Path brokerTrust() {
    return directory.resolve("broker-trust.p12");
  }

  /** Holds the client's certificate. */
  public Path clientTrust() {
    return directory.resolve("client-trust.p12");
  }

  private void generate(String alias, Path store, String name)
      throws IOException, InterruptedException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-dname",
                name,
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool: " + said);
    }
  }

  private void trust(String alias, Path keys, Path trust)
      throws IOException, GeneralSecurityException {
    KeyStore from = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      from.load(in, PASSWORD.toCharArray());
    }
    Certificate certificate = from.getCertificate(alias);
    KeyStore to = KeyStore.getInstance("PKCS12");
    to.load(null, null);
    to.setCertificateEntry(alias, certificate);
    try (OutputStream out = Files.newOutputStream(trust)) {
      to.store(out, PASSWORD.toCharArray());
    }
  }
}
