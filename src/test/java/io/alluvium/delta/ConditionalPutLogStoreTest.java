package io.alluvium.delta;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;

class ConditionalPutLogStoreTest {
  /** Fails each put for another reason than its condition. */
  public static final class Failing extends RawLocalFileSystem {
    @Override
    public boolean hasPathCapability(Path path, String capability) {
      return true;
    }

    @Override
    public FSDataOutputStream create(
        Path path,
        FsPermission permission,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      throw new PathIOException(path.toString(), "no room");
    }
  }

  @Test
  void aVersionWhoseNumberLooksLikeAStatusIsNotTakenForOneThatExists() {
    // Given
    Configuration conf = new Configuration(false);
    conf.setClass("fs.file.impl", Failing.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    Path version = new Path("file:///t/_delta_log/00000000000000000412.json");

    // When
    assertThatThrownBy(
            () ->
                new ConditionalPutLogStore(conf)
                    .write(version, List.of("a").iterator(), false, conf))
        // Then
        .isInstanceOf(PathIOException.class);
  }
}
