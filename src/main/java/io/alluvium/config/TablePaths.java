package io.alluvium.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Where tables lie: absolute local paths, or URIs as they are. */
final class TablePaths {
  private static final Pattern URI_SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:.*");

  private TablePaths() {}

  /** The path without a trailing slash; a relative one is taken from the working directory. */
  static String absolute(String text, Path workingDirectory) throws BadValueException {
    try {
      if (!URI_SCHEME.matcher(text).matches()) {
        return workingDirectory.resolve(text).toAbsolutePath().normalize().toString();
      }
      URI uri = URI.create(text);
      return uri.getScheme().equalsIgnoreCase("file")
          ? Path.of(uri).normalize().toString()
          : text.replaceAll("/+$", "");
    } catch (IllegalArgumentException e) {
      throw new BadValueException(
          "\"" + text + "\" is neither a path nor a URI: " + e.getMessage(),
          "write a directory, or a URI such as oci://bucket@namespace/path");
    }
  }

  /** Whether one table would lie at or below the other. */
  static boolean overlap(String one, String other) {
    return (one + "/").startsWith(other + "/") || (other + "/").startsWith(one + "/");
  }
}
