package io.alluvium.config;

/**
 * Where something was written: a line of the file, or an override of the command line.
 *
 * @param source the file's name, or {@code --set} with its key
 * @param line counted from 1; 0 if the source has no lines
 */
record Location(String source, int line) {
  static Location override(String path) {
    return new Location("--set " + path, 0);
  }

  boolean isOverride() {
    return line == 0;
  }

  @Override
  public String toString() {
    return isOverride() ? source : source + ":" + line;
  }
}
