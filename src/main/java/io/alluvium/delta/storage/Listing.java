package io.alluvium.delta.storage;

import java.util.List;

/**
 * What lies below a table's root.
 *
 * @param directories all that were looked into, but for the root; none on storage without any
 */
public record Listing(List<StoredFile> files, List<StoredFile> directories) {
  public Listing {
    files = List.copyOf(files);
    directories = List.copyOf(directories);
  }
}
