package io.alluvium.oci;

import com.oracle.bmc.ConfigFileReader;
import com.oracle.bmc.ConfigFileReader.ConfigFile;
import com.oracle.bmc.auth.BasicAuthenticationDetailsProvider;
import com.oracle.bmc.auth.ConfigFileAuthenticationDetailsProvider;
import com.oracle.bmc.auth.InstancePrincipalsAuthenticationDetailsProvider;
import com.oracle.bmc.auth.ResourcePrincipalAuthenticationDetailsProvider;
import com.oracle.bmc.auth.okeworkloadidentity.OkeWorkloadIdentityAuthenticationDetailsProvider;
import io.alluvium.error.OciErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Makes what the SDK signs requests with. */
public final class Principals {
  private static final List<String> REQUIRED = List.of("user", "fingerprint", "tenancy");

  private Principals() {}

  /**
   * The principal; all but that of a configuration file ask the place they run in, which takes a
   * while where that isn't OCI.
   *
   * @throws io.alluvium.error.UserException if what it is made of is missing or unreadable
   */
  public static BasicAuthenticationDetailsProvider of(OciAccess access) {
    if (access.auth() == OciAccess.Auth.CONFIG_FILE) {
      return ofConfigFile(access.configFile(), access.profile());
    }
    try {
      return switch (access.auth()) {
        case INSTANCE -> InstancePrincipalsAuthenticationDetailsProvider.builder().build();
        case RESOURCE -> ResourcePrincipalAuthenticationDetailsProvider.builder().build();
        default -> OkeWorkloadIdentityAuthenticationDetailsProvider.builder().build();
      };
    } catch (RuntimeException e) {
      throw OciErrors.noPrincipal(access.auth().name().toLowerCase(Locale.ROOT), e);
    }
  }

  private static BasicAuthenticationDetailsProvider ofConfigFile(Path file, String profile) {
    ConfigFile config = read(file, profile);
    for (String entry : REQUIRED) {
      if (config.get(entry) == null) {
        throw OciErrors.incompleteConfigFile(file, profile, entry);
      }
    }
    String key = config.get("key_file");
    if (key == null && config.get("key_content") == null) {
      throw OciErrors.incompleteConfigFile(file, profile, "key_file");
    }
    if (key != null && !Files.isReadable(expanded(key))) {
      throw OciErrors.unreadableKey(file, profile, key);
    }
    try {
      return new ConfigFileAuthenticationDetailsProvider(config);
    } catch (RuntimeException e) {
      throw OciErrors.unusableConfigFile(file, profile, e);
    }
  }

  private static ConfigFile read(Path file, String profile) {
    try {
      return ConfigFileReader.parse(file.toString(), profile);
    } catch (IOException e) {
      throw OciErrors.unreadableConfigFile(file, e);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw OciErrors.unusableConfigFile(file, profile, e);
    }
  }

  private static Path expanded(String path) {
    return Path.of(
        path.startsWith("~/") ? System.getProperty("user.home") + path.substring(1) : path);
  }
}
