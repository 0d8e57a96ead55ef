package io.alluvium.delta;

/**
 * Where it is said which rows of a data file are deleted (Delta protocol, "Deletion Vectors").
 *
 * @param storageType {@link #FILE}, {@code p} (a path anywhere) or {@code i} (in the log itself)
 * @param pathOrInline a file's name in the storage type's form, or the vector as text
 * @param offset bytes into the file; null where there is none
 * @param sizeInBytes of the vector itself
 * @param cardinality how many rows it deletes
 */
public record DeletionVector(
    String storageType, String pathOrInline, Integer offset, int sizeInBytes, long cardinality) {
  /** A file beside the data, named by a random prefix and a UUID: the only type that we write. */
  public static final String FILE = "u";
}
