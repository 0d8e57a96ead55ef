package io.alluvium.config;

/**
 * One thing that keeps a pipeline from starting.
 *
 * @param path the key, such as {@code silver.on-match}; empty if it is about the file as a whole
 * @param reason what is wrong and why
 * @param remedy what to do
 */
record Problem(Location location, String path, String reason, String remedy) {
  @Override
  public String toString() {
    String key = path.isEmpty() || location.isOverride() ? "" : path + ": ";
    return location + ": " + key + reason + " — " + remedy;
  }
}
