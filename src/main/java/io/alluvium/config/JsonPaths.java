package io.alluvium.config;

import io.alluvium.decode.JsonPath;

/** Checks paths into JSON. */
final class JsonPaths {
  private JsonPaths() {}

  /** The path, if it is one. */
  static String check(String path) throws BadValueException {
    try {
      JsonPath.parse(path);
      return path;
    } catch (IllegalArgumentException e) {
      throw new BadValueException(
          "\"" + path + "\" is no path into a message",
          "write $.field, $.a.b, $['a b'] or $.list[0]; wildcards aren't supported");
    }
  }
}
