package io.alluvium.oci.storage;

import org.apache.hadoop.fs.Path;

/**
 * An object's place, or a prefix of such places.
 *
 * @param name with {@code /} between its parts and none at its beginning; empty for the bucket
 */
record ObjectName(String namespace, String bucket, String name) {
  /** Of {@code oci://BUCKET@NAMESPACE/name}; Oracle's HDFS connector writes them so, too. */
  static ObjectName of(Path path) {
    String authority = String.valueOf(path.toUri().getAuthority());
    int at = authority.indexOf('@');
    if (at <= 0 || at == authority.length() - 1) {
      throw new IllegalArgumentException(
          path + " isn't written as oci://BUCKET@NAMESPACE/path/of/table");
    }
    return new ObjectName(
        authority.substring(at + 1),
        authority.substring(0, at),
        path.toUri().getPath().substring(path.toUri().getPath().startsWith("/") ? 1 : 0));
  }

  /** What the names of all objects below this place begin with. */
  String prefix() {
    return name.isEmpty() ? "" : name + "/";
  }

  ObjectName with(String other) {
    return new ObjectName(namespace, bucket, other);
  }

  @Override
  public String toString() {
    return "oci://" + bucket + "@" + namespace + "/" + name;
  }
}
