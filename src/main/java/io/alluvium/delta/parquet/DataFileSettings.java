package io.alluvium.delta.parquet;

import java.util.Map;

/**
 * How data files are cut and encoded.
 *
 * @param directory below the table's root, empty or with a slash at its end
 * @param maxFileBytes encoded bytes after which the next file begins, approximately
 * @param maxFileRows rows after which the next file begins
 * @param dictionary by column name, whether to encode with a dictionary; a column that isn't named
 *     is judged by the rows of each file
 */
public record DataFileSettings(
    String directory, long maxFileBytes, int maxFileRows, Map<String, Boolean> dictionary) {
  public static final DataFileSettings DEFAULT =
      new DataFileSettings("", 128L << 20, 1_000_000, Map.of());

  /** The same, with files up to another size. */
  public DataFileSettings upTo(long bytes) {
    return new DataFileSettings(directory, bytes, maxFileRows, dictionary);
  }

  /** The same, in another directory such as {@code _change_data/}. */
  public DataFileSettings in(String otherDirectory) {
    return new DataFileSettings(otherDirectory, maxFileBytes, maxFileRows, dictionary);
  }
}
