package io.alluvium.error;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

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

  /**
   * @param reason the service's answer; a secret that may not be read looks like one that isn't
   *     there
   */
  public static UserException secretRefused(String ocid, String reason, Throwable cause) {
    return usage(
        "secret " + ocid + " can't be read from OCI Vault",
        reason,
        "check the OCID, oci.region and that a policy says: Allow dynamic-group (or group) NAME to"
            + " read secret-bundles in compartment NAME where target.secret.id = '"
            + ocid
            + "'",
        cause);
  }

  public static UserException secretWithoutText(String ocid) {
    return usage(
        "secret " + ocid + " can't be used",
        "its current version in OCI Vault holds no text",
        "put the text in as a new version and make it the current one",
        null);
  }

  public static UserException vaultDown(String ocid, Duration patience, IOException cause) {
    return UserException.failed(
        "secret " + ocid + " can't be read from OCI Vault",
        "for " + patience.toSeconds() + " s: " + UserException.reason(cause),
        "check that this host reaches the region's secret retrieval (oci.region,"
            + " oci.endpoints.secrets), and start it again; also that a policy says: Allow"
            + " dynamic-group (or group) NAME to read secret-bundles in compartment NAME",
        cause);
  }

  public static UserException logRefused(String ocid, String reason, Throwable cause) {
    return usage(
        "log " + ocid + " takes no entries",
        reason,
        "check oci.log, oci.region and that a policy says: Allow dynamic-group (or group) NAME to"
            + " use log-content in compartment NAME",
        cause);
  }

  private static UserException usage(String what, String why, String remedy, Throwable cause) {
    return new UserException(ExitCode.USAGE, what, why, remedy, cause);
  }
}
