package io.alluvium.delta.standalone;

import java.io.IOException;
import java.net.URI;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Keeps delta-standalone from cleaning the log itself: it does so within a commit, all at once, and
 * also removes the checkpoint and commits that the oldest kept versions are rebuilt from (its
 * {@code MetadataCleanup} goes by age alone). What it deletes otherwise, its own unfinished
 * checkpoints, goes. All else is what the scheme's own file system does.
 */
public final class LogKeepingFileSystem extends FilterFileSystem {
  private static final Pattern VERSION_FILE = Pattern.compile("\\d{20}\\..*");
  private static final String WRAPPED = "alluvium.log-keeping.wrapped";
  private static final String CACHE_OFF = "alluvium.log-keeping.cache-off";

  /** A configuration that puts this around the file system of a table, whatever is cached. */
  static Configuration around(String tablePath, Configuration conf) {
    String scheme = new Path(tablePath).toUri().getScheme();
    String implementation = "fs." + (scheme == null ? "file" : scheme) + ".impl";
    Configuration own = new Configuration(conf);
    own.set(WRAPPED, String.valueOf(conf.get(implementation)));
    own.setBoolean(CACHE_OFF, conf.getBoolean(implementation + ".disable.cache", false));
    own.setClass(implementation, LogKeepingFileSystem.class, FileSystem.class);
    own.setBoolean(implementation + ".disable.cache", true);
    return own;
  }

  /** Takes the file system that everybody else has, with its connections. */
  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    String implementation = "fs." + name.getScheme() + ".impl";
    Configuration usual = new Configuration(conf);
    usual.setBoolean(implementation + ".disable.cache", conf.getBoolean(CACHE_OFF, false));
    if (conf.get(WRAPPED).equals("null")) {
      usual.unset(implementation);
    } else {
      usual.set(implementation, conf.get(WRAPPED));
    }
    fs = FileSystem.get(name, usual);
    statistics = new Statistics(name.getScheme());
    setConf(conf);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return !VERSION_FILE.matcher(path.getName()).matches() && super.delete(path, recursive);
  }

  /** Nothing: what is wrapped is others', too. */
  @Override
  public void close() {
    // See above.
  }
}
