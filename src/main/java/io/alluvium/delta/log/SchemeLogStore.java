package io.alluvium.delta.log;

import io.delta.storage.CloseableIterator;
import io.delta.storage.LogStore;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The log store that each path's scheme asks for. Safe for several threads, as those are. */
final class SchemeLogStore extends LogStore {
  private final Map<String, LogStore> stores = new ConcurrentHashMap<>();

  SchemeLogStore(Configuration conf) {
    super(conf);
  }

  private LogStore of(Path path) {
    String scheme = path.toUri().getScheme();
    return stores.computeIfAbsent(
        scheme == null ? "file" : scheme.toLowerCase(Locale.ROOT), this::make);
  }

  private LogStore make(String scheme) {
    Class<? extends LogStore> type = HadoopConf.LOG_STORES.get(scheme);
    if (type == null) {
      throw new IllegalArgumentException("there is no log store for " + scheme + "://");
    }
    try {
      return type.getConstructor(Configuration.class).newInstance(initHadoopConf());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " has no public constructor", e);
    }
  }

  @Override
  public CloseableIterator<String> read(Path path, Configuration conf) throws IOException {
    return of(path).read(path, conf);
  }

  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration conf)
      throws IOException {
    of(path).write(path, actions, overwrite, conf);
  }

  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration conf) throws IOException {
    return of(path).listFrom(path, conf);
  }

  @Override
  public Path resolvePathOnPhysicalStorage(Path path, Configuration conf) throws IOException {
    return of(path).resolvePathOnPhysicalStorage(path, conf);
  }

  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration conf) throws IOException {
    return of(path).isPartialWriteVisible(path, conf);
  }
}
