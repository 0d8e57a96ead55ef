package io.alluvium.delta.log;

import io.alluvium.delta.storage.TablePath;
import io.alluvium.error.TableErrors;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Finds out whether a storage keeps to the condition of a put. Servers that speak S3's protocol and
 * don't know the condition overlook it, and two instances would overwrite each other's commits
 * without anybody's noticing.
 */
public final class ConditionalPutProbe {
  private static final Set<String> SCHEMES = Set.of("s3a", "oci");

  private ConditionalPutProbe() {}

  /**
   * Tries it beside a table's log, and leaves nothing there.
   *
   * @throws io.alluvium.error.UserException if the storage can't be used
   */
  public static void require(TableAccess access, String tablePath) throws IOException {
    if (!SCHEMES.contains(TablePath.scheme(tablePath))) {
      return;
    }
    Configuration conf = access.conf();
    Path probe = new Path(tablePath + "/_delta_log/_alluvium_probe_" + UUID.randomUUID());
    try {
      access.logs().write(probe, List.of("first").iterator(), false, conf);
      access.logs().write(probe, List.of("second").iterator(), false, conf);
      throw TableErrors.putsUnconditionally(tablePath);
    } catch (FileAlreadyExistsException e) {
      // As it should be.
    } finally {
      probe.getFileSystem(conf).delete(probe, false);
    }
  }
}
