package io.alluvium.oci.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.alluvium.error.ExitCode;
import io.alluvium.error.UserException;
import io.alluvium.oci.OciAccess;
import io.alluvium.oci.OciFault;
import io.alluvium.oci.OciServer;
import io.alluvium.oci.OciUser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading secrets, with the SDK, from a Vault that checks signatures. */
class VaultTest {
  private static final String SECRET = "ocid1.vaultsecret.oc1..token";

  @TempDir Path directory;
  private OciServer server;
  private OciAccess access;
  private Vault vault;

  @BeforeEach
  void start() {
    OciUser user = OciUser.create();
    server = OciServer.start(user);
    FakeVault.on(server).put(SECRET, "s3cr\u00e9t\"<>;");
    access = user.access(directory, server);
    vault = Vault.open(access);
  }

  @AfterEach
  void stop() {
    vault.close();
    server.close();
  }

  @Test
  void readsTheCurrentVersion() throws IOException {
    // Given
    // When
    String value = vault.read(SECRET);

    // Then
    assertThat(value).isEqualTo("s3cr\u00e9t\"<>;");
    assertThat(server.requests().get(0).parameter("stage")).contains("CURRENT");
  }

  @Test
  void whatMayNotBeReadIsForAPerson() {
    // Given
    String other = "ocid1.vaultsecret.oc1..other";

    // When
    UserException refused = catchThrowableOfType(UserException.class, () -> vault.read(other));

    // Then
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.what()).contains(other);
    assertThat(refused.why()).contains("404");
    assertThat(refused.remedy()).contains("read secret-bundles").contains(other);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503})
  void whatMayPassIsSaidSo(int status) {
    // Given
    server.plan(request -> true, new OciFault.Refused(status));

    // When
    Throwable failure = catchThrowable(() -> vault.read(SECRET));

    // Then
    assertThat(failure).isInstanceOf(IOException.class).hasMessageContaining("HTTP " + status);
    assertThat(server.requests()).as("tried once").hasSize(1);
  }

  @Test
  void patienceOutlivesAShortOutage() {
    // Given
    server.plan(request -> true, new OciFault.Refused(503));
    server.plan(request -> true, new OciFault.Refused(429));
    PatientStore patient = new PatientStore(vault, Duration.ofSeconds(30));

    // When
    String value = patient.read(SECRET);

    // Then
    assertThat(value).startsWith("s3cr");
  }

  @Test
  void patienceEndsWithWordsForPeople() {
    // Given
    server.close();
    PatientStore patient = new PatientStore(vault, Duration.ofMillis(500));

    // When
    UserException down = catchThrowableOfType(UserException.class, () -> patient.read(SECRET));

    // Then
    assertThat(down.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(down.what()).contains(SECRET);
    assertThat(down.remedy()).contains("oci.region").contains("read secret-bundles");
  }

  @Test
  void kafkaReadsItAsAProvider() {
    try (OciVaultConfigProvider provider = new OciVaultConfigProvider()) {
      // Given
      provider.configure(
          Map.of(
              "config-file", access.configFile().toString(),
              "endpoints.secrets", server.endpoint()));

      // When
      Map<String, String> values = provider.get("", Set.of(SECRET)).data();

      // Then
      assertThat(values).containsOnlyKeys(SECRET);
      assertThat(values.get(SECRET)).startsWith("s3cr");
    }
  }
}
