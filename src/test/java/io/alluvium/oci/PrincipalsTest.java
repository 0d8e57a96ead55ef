package io.alluvium.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.alluvium.error.ExitCode;
import io.alluvium.error.UserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people are told whose API key isn't where they say. */
class PrincipalsTest {
  @TempDir Path directory;

  @Test
  void aConfigFileThatIsntThere() {
    // Given
    OciAccess access = access(directory.resolve("none"), "DEFAULT");

    // When
    UserException refused = refusal(access);

    // Then
    assertThat(refused.what()).contains(directory.resolve("none").toString());
    assertThat(refused.remedy()).contains("oci setup config").contains("oci.config-file");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aProfileThatIsntThere() {
    // Given
    OciAccess access = access(OciUser.create().writeConfig(directory), "PROD");

    // When
    UserException refused = refusal(access);

    // Then
    assertThat(refused.what()).contains("profile PROD");
    assertThat(refused.remedy()).contains("oci.profile");
  }

  @Test
  void aProfileWithoutAFingerprint() throws IOException {
    // Given
    Path file = OciUser.create().writeConfig(directory);
    Files.writeString(file, Files.readString(file).replaceAll("fingerprint=.*\n", ""));

    // When
    UserException refused = refusal(access(file, "DEFAULT"));

    // Then
    assertThat(refused.why()).isEqualTo("it has no fingerprint");
  }

  @Test
  void aKeyThatIsntThere() throws IOException {
    // Given
    Path file = OciUser.create().writeConfig(directory);
    Files.delete(directory.resolve("oci_api_key.pem"));

    // When
    UserException refused = refusal(access(file, "DEFAULT"));

    // Then
    assertThat(refused.what()).contains(directory.resolve("oci_api_key.pem").toString());
  }

  private static UserException refusal(OciAccess access) {
    return catchThrowableOfType(UserException.class, () -> Principals.of(access));
  }

  private static OciAccess access(Path file, String profile) {
    return new OciAccess(
        OciAccess.Auth.CONFIG_FILE,
        file,
        profile,
        Optional.empty(),
        OciAccess.Endpoints.OF_THE_REGION);
  }
}
