package io.alluvium.delta;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system for the checkpoints that the Delta libraries write, without a {@code
 * chmod} process for each file: files get the permissions of the process's umask. It leaves no
 * {@code .crc} files beside them either.
 */
public class ForklessLocalFileSystem extends RawLocalFileSystem {
  @Override
  public void setPermission(Path path, FsPermission permission) {
    // The umask has done it.
  }
}
