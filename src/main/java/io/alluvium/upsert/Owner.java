package io.alluvium.upsert;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import java.util.Map;

/**
 * Whose rows an upsert changes. Files that carry an owner's tag are that owner's alone. Files
 * without one, as other programs write them, may hold rows of every owner: each marks those of its
 * keys, and none moves the others'.
 *
 * @param tags of its files
 */
public record Owner(Map<String, String> tags, Untagged untagged) {
  /** Whose the files without a tag are. */
  public enum Untagged {
    /** There is but one owner. */
    OWN,
    SHARED;

    boolean shares(DataFile file) {
      return this == SHARED && FileTags.owner(file).equals(FileTags.NO_OWNER);
    }
  }

  /** A source partition's owner. */
  public static Owner of(String tag, int partitionCount) {
    return new Owner(
        Map.of(FileTags.OWNER, tag), partitionCount == 1 ? Untagged.OWN : Untagged.SHARED);
  }

  /** Whether a file may hold rows of other owners. */
  boolean shares(DataFile file) {
    return untagged.shares(file);
  }
}
