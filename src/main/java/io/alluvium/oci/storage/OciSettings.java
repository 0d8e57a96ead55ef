package io.alluvium.oci.storage;

import io.alluvium.oci.OciAccess;
import io.alluvium.oci.OciAccess.Auth;
import io.alluvium.oci.OciAccess.Endpoints;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * How OCI is reached, as settings of Hadoop's: a file system is made by Hadoop and told nothing
 * else. Knows no class of the SDK.
 */
public final class OciSettings {
  private static final String AUTH = "alluvium.oci.auth";
  private static final String CONFIG_FILE = "alluvium.oci.config-file";
  private static final String PROFILE = "alluvium.oci.profile";
  private static final String REGION = "alluvium.oci.region";
  private static final String ENDPOINT = "alluvium.oci.endpoints.object-storage";

  private OciSettings() {}

  public static Map<String, String> of(OciAccess access) {
    Map<String, String> settings = new HashMap<>();
    settings.put(AUTH, access.auth().name());
    settings.put(CONFIG_FILE, access.configFile().toString());
    settings.put(PROFILE, access.profile());
    access.region().ifPresent(region -> settings.put(REGION, region));
    access.endpoints().objectStorage().ifPresent(endpoint -> settings.put(ENDPOINT, endpoint));
    return settings;
  }

  static OciAccess read(Configuration conf) {
    return new OciAccess(
        Auth.valueOf(conf.get(AUTH, Auth.CONFIG_FILE.name())),
        Path.of(conf.get(CONFIG_FILE, System.getProperty("user.home") + "/.oci/config")),
        conf.get(PROFILE, "DEFAULT"),
        Optional.ofNullable(conf.get(REGION)),
        new Endpoints(Optional.empty(), Optional.empty(), Optional.ofNullable(conf.get(ENDPOINT))));
  }
}
