package io.alluvium.config;

import java.net.URI;
import java.net.URISyntaxException;
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
      URI uri = new URI(text);
      return uri.getScheme().equalsIgnoreCase("file")
          ? Path.of(uri).normalize().toString()
          : ObjectPaths.checked(text, uri);
    } catch (URISyntaxException e) {
      throw unusable(text, e.getReason());
    } catch (IllegalArgumentException e) {
      throw unusable(text, e.getMessage());
    }
  }

  private static BadValueException unusable(String text, String reason) {
    return new BadValueException(
        "\"" + text + "\" is neither a path nor a URI: " + reason,
        "write a directory on a local or mounted file system");
  }

  /** Whether one table would lie at or below the other. */
  static boolean overlap(String one, String other) {
    return (one + "/").startsWith(other + "/") || (other + "/").startsWith(one + "/");
  }
}
