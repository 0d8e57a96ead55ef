package io.alluvium.delta.standalone;

import io.alluvium.delta.ForklessLocalFileSystem;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Keeps delta-standalone from cleaning the log itself: it does so within a commit, all at once, and
 * also removes the checkpoint and commits that the oldest kept versions are rebuilt from (its
 * {@code MetadataCleanup} goes by age alone). What it deletes otherwise, its own unfinished
 * checkpoints, goes.
 */
public final class LogKeepingFileSystem extends ForklessLocalFileSystem {
  private static final Pattern VERSION_FILE = Pattern.compile("\\d{20}\\..*");

  /** A configuration that gives delta-standalone this file system, whatever else is cached. */
  static Configuration in(Configuration conf) {
    Configuration own = new Configuration(conf);
    own.setClass("fs.file.impl", LogKeepingFileSystem.class, FileSystem.class);
    own.setBoolean("fs.file.impl.disable.cache", true);
    return own;
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    return !VERSION_FILE.matcher(path.getName()).matches() && super.delete(path, recursive);
  }
}
