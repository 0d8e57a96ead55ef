package io.alluvium.config;

import io.alluvium.oci.OciAccess;
import io.alluvium.oci.OciAccess.Auth;
import io.alluvium.oci.OciAccess.Endpoints;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads {@code oci}. */
final class OciReader {
  private final Values values;
  private final Path workingDirectory;
  private final Problems problems;

  OciReader(Values values, Path workingDirectory, Problems problems) {
    this.values = values;
    this.workingDirectory = workingDirectory;
    this.problems = problems;
  }

  /** Empty if something is wrong with it. */
  Optional<OciConfig> read() {
    Optional<Auth> auth = values.read(Keys.OCI_AUTH);
    Optional<Path> file = configFile();
    Optional<String> profile = values.read(Keys.OCI_PROFILE);
    Optional<String> region = values.read(Keys.OCI_REGION);
    Endpoints endpoints =
        new Endpoints(
            values.read(Keys.OCI_ENDPOINTS_SECRETS),
            values.read(Keys.OCI_ENDPOINTS_LOGGING),
            values.read(Keys.OCI_ENDPOINTS_OBJECT_STORAGE));
    Optional<String> log = values.read(Keys.OCI_LOG);
    auth.filter(with -> with != Auth.CONFIG_FILE).ifPresent(this::refuseFile);
    if (auth.isEmpty() || file.isEmpty() || profile.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new OciConfig(
            new OciAccess(auth.get(), file.get(), profile.get(), region, endpoints), log));
  }

  private void refuseFile(Auth auth) {
    for (Key<String> key : List.of(Keys.OCI_CONFIG_FILE, Keys.OCI_PROFILE)) {
      if (values.isWritten(key)) {
        problems.add(
            values.location(key),
            key.path(),
            "it has no effect with oci.auth: " + Words.of(auth),
            "remove it, or write oci.auth: " + Words.of(Auth.CONFIG_FILE));
      }
    }
  }

  private Optional<Path> configFile() {
    try {
      return values
          .read(Keys.OCI_CONFIG_FILE)
          .map(
              text ->
                  text.startsWith("~/")
                      ? System.getProperty("user.home") + text.substring(1)
                      : text)
          .map(workingDirectory::resolve)
          .map(path -> path.toAbsolutePath().normalize());
    } catch (InvalidPathException e) {
      problems.add(
          values.location(Keys.OCI_CONFIG_FILE),
          Keys.OCI_CONFIG_FILE.path(),
          "it is no path: " + e.getReason(),
          "write the path of a file");
      return Optional.empty();
    }
  }
}
