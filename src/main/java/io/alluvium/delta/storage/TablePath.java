package io.alluvium.delta.storage;

import java.util.Locale;

/** Paths of tables: absolute local ones, or URIs of other storage. */
public final class TablePath {
  private TablePath() {}

  /** Whether it is one of a local or mounted file system. */
  public static boolean isLocal(String path) {
    return path.startsWith("/") || scheme(path).isEmpty();
  }

  /** What stands before {@code ://}, in lower case; empty for a local path. */
  public static String scheme(String path) {
    int end = path.indexOf("://");
    return end < 0 ? "" : path.substring(0, end).toLowerCase(Locale.ROOT);
  }
}
