package io.alluvium.delta.storage;

/**
 * A file, or a directory, as it lies in a table's storage.
 *
 * @param path below the table's root, with {@code /} between segments, NOT URL-encoded
 * @param size bytes
 * @param modificationTime milliseconds since the epoch, by the storage's clock
 */
public record StoredFile(String path, long size, long modificationTime) {
  /** The last segment. */
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
