package io.alluvium.delta;

import io.alluvium.error.TableErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * A file system of another, of which there is one for each bucket AND its settings. Hadoop's own
 * cache goes by the bucket alone: pipelines of one process would share credentials, and a secret
 * that was changed would never be taken. Safe for several threads, as what is wrapped.
 */
public final class ConfiguredFileSystem extends FilterFileSystem {
  private static final String WRAPPED = "alluvium.wrapped.fs.";
  private static final String SETTINGS = "alluvium.settings";

  /** Hadoop makes file systems by itself, so they have nowhere else to find each other. */
  private static final Map<String, FileSystem> OPEN = new ConcurrentHashMap<>();

  /**
   * Makes a configuration use it for a scheme.
   *
   * @param type the class's name of the file system itself
   * @param settings by which file systems are told apart
   */
  public static void put(
      Configuration conf, String scheme, String type, Map<String, String> settings) {
    conf.setClass("fs." + scheme + ".impl", ConfiguredFileSystem.class, FileSystem.class);
    conf.setBoolean("fs." + scheme + ".impl.disable.cache", true);
    conf.set(WRAPPED + scheme, type);
    // A hash, for a configuration may be printed, and settings hold secrets.
    conf.setInt(SETTINGS, new TreeMap<>(settings).hashCode());
  }

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    String key = name.getScheme() + "://" + name.getAuthority() + "#" + conf.getInt(SETTINGS, 0);
    try {
      fs = OPEN.computeIfAbsent(key, unused -> open(name, conf));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    statistics = new Statistics(name.getScheme());
    setConf(conf);
  }

  private static FileSystem open(URI name, Configuration conf) {
    String type = conf.get(WRAPPED + name.getScheme());
    try {
      Class<?> wrapped = conf.getClassByName(type);
      FileSystem made = (FileSystem) ReflectionUtils.newInstance(wrapped, conf);
      made.initialize(name, conf);
      return made;
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      throw TableErrors.noAddOn(name.getScheme(), type, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public RemoteIterator<LocatedFileStatus> listFiles(Path path, boolean recursive)
      throws IOException {
    return fs.listFiles(path, recursive);
  }

  /** Nothing: others have the same file system. */
  @Override
  public void close() {
    // See above.
  }
}
