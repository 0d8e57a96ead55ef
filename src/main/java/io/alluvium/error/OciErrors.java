package io.alluvium.error;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The user-facing errors of reaching Oracle Cloud. */
public final class OciErrors {
  private OciErrors() {}

  public static UserException noSdk(String key, Throwable cause) {
    return usage(
        key + " needs Oracle's SDK",
        "its jars aren't on the class path",
        "add the jars of target/addons/oci, or remove the key",
        cause);
  }

  public static UserException unreadableConfigFile(Path file, IOException cause) {
    boolean missing =
        cause instanceof NoSuchFileException || cause instanceof FileNotFoundException;
    return usage(
        "OCI's configuration file " + file + " can't be read",
        missing ? "there is no such file, or it may not be read" : cause.toString(),
        "make it with `oci setup config`, name another with oci.config-file, or set oci.auth to"
            + " instance, resource or workload",
        cause);
  }

  public static UserException unusableConfigFile(Path file, String profile, Throwable cause) {
    return usage(
        "profile " + profile + " of OCI's configuration file " + file + " can't be used",
        UserException.reason(cause),
        "mend the file, or name another profile with oci.profile",
        cause);
  }

  public static UserException incompleteConfigFile(Path file, String profile, String entry) {
    return usage(
        "profile " + profile + " of OCI's configuration file " + file + " can't be used",
        "it has no " + entry,
        "add it, as the console shows it for the user's API key",
        null);
  }

  public static UserException unreadableKey(Path file, String profile, String key) {
    return usage(
        "the private key " + key + " can't be read",
        "profile " + profile + " of " + file + " names it as key_file",
        "put the key there, readable for the user that runs this, or mend key_file",
        null);
  }

  public static UserException noPrincipal(String auth, Throwable cause) {
    return usage(
        "there is no " + auth + " principal here",
        UserException.reason(cause),
        "run it in OCI where that principal exists, with a dynamic group or policy for it, or set"
            + " oci.auth to config-file",
        cause);
  }

  private static UserException usage(String what, String why, String remedy, Throwable cause) {
    return new UserException(ExitCode.USAGE, what, why, remedy, cause);
  }
}
