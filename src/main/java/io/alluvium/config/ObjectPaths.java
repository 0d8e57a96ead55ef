package io.alluvium.config;

import io.alluvium.delta.log.HadoopConf;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Paths of tables on object storage. */
final class ObjectPaths {
  /** What a scheme's authority has to look like, for messages. */
  private static final Map<String, String> FORMS =
      Map.of(
          "oci", "oci://BUCKET@NAMESPACE/path/of/table",
          "s3a", "s3a://BUCKET/path/of/table",
          "abfs", "abfs://CONTAINER@ACCOUNT.dfs.core.windows.net/path/of/table",
          "abfss", "abfss://CONTAINER@ACCOUNT.dfs.core.windows.net/path/of/table",
          "gs", "gs://BUCKET/path/of/table");

  /** Other names of the same storage. */
  private static final Map<String, String> MEANT =
      Map.of("s3", "s3a", "s3n", "s3a", "wasb", "abfs", "wasbs", "abfss", "gcs", "gs");

  private ObjectPaths() {}

  /** The URI without a slash at its end. */
  static String checked(String text, URI uri) throws BadValueException {
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    if (!HadoopConf.LOG_STORES.containsKey(scheme)) {
      throw unsupported(text, scheme);
    }
    String path = String.valueOf(uri.getPath()).replaceAll("/+$", "");
    boolean whole = uri.getAuthority() != null && !path.isEmpty();
    if (!whole || (scheme.equals("oci") && uri.getAuthority().indexOf('@') <= 0)) {
      throw new BadValueException(
          "\"" + text + "\" doesn't say all of where the table lies",
          "write it as " + FORMS.get(scheme));
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null || !isPlain(uri)) {
      throw new BadValueException(
          "\"" + text + "\" has characters or parts that names of objects are better without",
          "use letters, digits and - _ . = between the slashes, and neither . nor .. alone");
    }
    return scheme + "://" + uri.getAuthority() + path;
  }

  private static boolean isPlain(URI uri) {
    return uri.getRawPath().matches("(/(?!\\.{1,2}(/|$))[A-Za-z0-9._=-]+)+/*");
  }

  private static BadValueException unsupported(String text, String scheme) {
    Set<String> schemes = new TreeSet<>(HadoopConf.LOG_STORES.keySet());
    String meant = MEANT.get(scheme);
    return new BadValueException(
        "\"" + text + "\": " + scheme + ":// isn't supported",
        meant == null
            ? "write a directory of a local or mounted file system, or one of "
                + String.join("://, ", schemes)
                + "://"
            : "write it as " + FORMS.get(meant));
  }
}
