package io.alluvium.chaos;

import io.alluvium.delta.LocalLogStore;
import io.alluvium.delta.log.HadoopConf;
import io.alluvium.delta.log.LogAccess;
import io.alluvium.pipeline.PipelineTables;
import io.delta.storage.CloseableIterator;
import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** A log store whose answers get lost on the way to the Delta libraries and to our own writer. */
public final class FaultyLogStore extends LocalLogStore {
  /**
   * The libraries make their log stores themselves, by class name: the faults are found by name.
   */
  private static final Map<String, StorageFaults> FAULTS = new ConcurrentHashMap<>();

  private static final String NAME = "chaos.faults";

  private final StorageFaults faults;

  public FaultyLogStore(Configuration conf) {
    super(conf);
    faults = FAULTS.get(conf.get(NAME));
  }

  /** Tables whose logs are reached through stores with these faults. */
  public static PipelineTables.Opener opener(StorageFaults faults) {
    return (config, clock, background) -> {
      Configuration conf = HadoopConf.with("file", FaultyLogStore.class);
      conf.set(NAME, UUID.randomUUID().toString());
      FAULTS.put(conf.get(NAME), faults);
      LogAccess access = new LogAccess(new FaultyLogStore(conf), conf, clock, background);
      return PipelineTables.open(config, access);
    };
  }

  @Override
  public CloseableIterator<String> read(Path path, Configuration conf) throws IOException {
    faults.read();
    return super.read(path, conf);
  }

  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration conf) throws IOException {
    faults.read();
    return super.listFrom(path, conf);
  }

  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration conf)
      throws IOException {
    faults.write(
        () -> {
          super.write(path, actions, overwrite, conf);
          return null;
        });
  }
}
