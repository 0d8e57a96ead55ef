package io.alluvium.delta.storage;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The two layers of a data file's path. Partition directories are {@code column=value} with Hive's
 * escapes ({@code %2F} for a slash); the log holds the whole path URL-encoded once more (Delta
 * protocol, "Add File and Remove File": a slash in a value becomes {@code %252F}).
 *
 * <p>Beyond Spark, characters that aren't ASCII are escaped in directories too (their UTF-8 bytes),
 * since a JVM in the POSIX locale, as in many containers, can't name such files; and a directory
 * name is cut before file systems refuse it. Readers take values from the log, never from names.
 */
public final class DataFilePath {
  public static final String NULL_DIRECTORY = "__HIVE_DEFAULT_PARTITION__";

  private static final String HIVE_ESCAPES = "\"#%'*/:=?\\{[]^";
  private static final int MAX_SEGMENT_BYTES = 200;

  private DataFilePath() {}

  /**
   * The directory of a partition, with a slash at its end; empty for a table without partitions.
   */
  public static String directory(List<String> columns, List<String> values) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      String value = values.get(i) == null ? NULL_DIRECTORY : escape(values.get(i));
      path.append(cut(escape(columns.get(i)) + '=' + value)).append('/');
    }
    return path.toString();
  }

  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b < 0x20 || b == 0x7F || HIVE_ESCAPES.indexOf(b) >= 0) {
        escaped.append('%').append(String.format("%02X", b & 0xFF));
      } else {
        escaped.append((char) b);
      }
    }
    return escaped.toString();
  }

  private static String cut(String segment) {
    if (segment.length() <= MAX_SEGMENT_BYTES) {
      return segment;
    }
    int escape = segment.indexOf('%', MAX_SEGMENT_BYTES - 2);
    return segment.substring(
        0, escape < 0 ? MAX_SEGMENT_BYTES : Math.min(escape, MAX_SEGMENT_BYTES));
  }

  /** A path below the table's root as the log writes it. */
  public static String encode(String path) {
    try {
      return new URI(null, null, path, null).toString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("can't be a path in a Delta log: " + path, e);
    }
  }

  /**
   * A path of the log as the storage knows it: below the table's root, or absolute for a {@code
   * file:} URI. Throws {@link IOException} for what is neither.
   */
  public static String decode(String logged) throws IOException {
    try {
      URI uri = new URI(logged);
      if (uri.getPath() != null && (uri.getScheme() == null || uri.getScheme().equals("file"))) {
        return uri.getPath();
      }
    } catch (URISyntaxException e) {
      throw new IOException("the log names a data file by something that is no URI: " + logged, e);
    }
    throw new IOException("the log names a data file outside of the table: " + logged);
  }
}
