package io.alluvium.oci.vault;

import io.alluvium.oci.OciAccess;
import io.alluvium.oci.OciAccess.Auth;
import io.alluvium.oci.OciAccess.Endpoints;
import io.alluvium.oci.OciSdk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.ConfigData;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.provider.ConfigProvider;

/**
 * OCI Vault for Kafka's own <code>${provider:key}</code>, for settings that other programs read,
 * too. Parameters are the keys of the section {@code oci}: {@code auth}, {@code config-file} (a
 * path that begins with {@code /}), {@code profile}, {@code region}, {@code endpoints.secrets}.
 */
public final class OciVaultConfigProvider implements ConfigProvider {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private SecretStore store;

  @Override
  public void configure(Map<String, ?> parameters) {
    OciSdk.require("config.providers");
    store = new PatientStore(Vault.open(access(parameters)), PATIENCE);
  }

  private static OciAccess access(Map<String, ?> parameters) {
    String auth = parameter(parameters, "auth").orElse("config-file");
    String home = System.getProperty("user.home");
    try {
      return new OciAccess(
          Auth.valueOf(auth.toUpperCase(Locale.ROOT).replace('-', '_')),
          Path.of(parameter(parameters, "config-file").orElse(home + "/.oci/config")),
          parameter(parameters, "profile").orElse("DEFAULT"),
          parameter(parameters, "region"),
          new Endpoints(
              parameter(parameters, "endpoints.secrets"), Optional.empty(), Optional.empty()));
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          "auth", auth, "is none of config-file, instance, resource, workload");
    }
  }

  private static Optional<String> parameter(Map<String, ?> parameters, String name) {
    return Optional.ofNullable(parameters.get(name)).map(Object::toString);
  }

  /** Nothing: a path without keys names no secret. */
  @Override
  public ConfigData get(String path) {
    return new ConfigData(Map.of());
  }

  /**
   * @param path isn't used
   * @param keys OCIDs of secrets
   */
  @Override
  public ConfigData get(String path, Set<String> keys) {
    Map<String, String> values = new HashMap<>();
    for (String ocid : keys) {
      try {
        values.put(ocid, store.read(ocid));
      } catch (IOException e) {
        throw new ConfigException("secret " + ocid + " can't be read: " + e.getMessage());
      }
    }
    return new ConfigData(values);
  }

  @Override
  public void close() {
    if (store != null) {
      store.close();
    }
  }
}
