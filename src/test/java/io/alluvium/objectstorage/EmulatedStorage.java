package io.alluvium.objectstorage;

import io.alluvium.delta.log.TableAccess;
import io.alluvium.testing.CuttingProxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** An object storage on loopback that real clients use by its real protocol. */
public interface EmulatedStorage extends AutoCloseable {
  /** Which one. */
  enum Kind {
    S3 {
      @Override
      public EmulatedStorage start(Path directory, StorageTrouble trouble) throws Exception {
        return S3Server.start(trouble);
      }
    },
    OCI {
      @Override
      public EmulatedStorage start(Path directory, StorageTrouble trouble) throws Exception {
        return OciObjectServer.start(directory, trouble);
      }
    };

    /**
     * Starts it, empty.
     *
     * @param directory for keys and configuration files
     */
    public abstract EmulatedStorage start(Path directory, StorageTrouble trouble) throws Exception;
  }

  /** What stands before it, and can cut it off. */
  CuttingProxy way();

  /** What Hadoop is told to reach it. */
  Map<String, String> settings();

  /** A table's path. */
  String path(String name);

  default TableAccess access() {
    return new TableAccess(settings());
  }

  /** {@code key=value} for a pipeline whose tables lie there, below a name. */
  default List<String> overrides(String name) {
    List<String> paths =
        List.of("bronze.path=" + path(name + "/bronze"), "silver.path=" + path(name + "/silver"));
    return Stream.concat(
            paths.stream(),
            settings().entrySet().stream().map(e -> "hadoop." + e.getKey() + "=" + e.getValue()))
        .toList();
  }
}
