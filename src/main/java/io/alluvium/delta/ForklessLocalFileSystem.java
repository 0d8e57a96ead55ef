package io.alluvium.delta;

import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system for the checkpoints that the Delta libraries write, without a {@code
 * chmod} process for each file: files get the permissions of the process's umask. It leaves no
 * {@code .crc} files beside them either. A {@link LocalFileSystem}, since other file systems, which
 * keep temporary files, take no other.
 */
public class ForklessLocalFileSystem extends LocalFileSystem {
  public ForklessLocalFileSystem() {
    super(new Raw());
    setWriteChecksum(false);
    setVerifyChecksum(false);
  }

  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) {
      // The umask has done it.
    }
  }
}
