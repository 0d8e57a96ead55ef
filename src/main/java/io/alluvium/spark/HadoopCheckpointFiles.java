package io.alluvium.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** A checkpoint on object storage, through Hadoop's file system of its scheme. */
public record HadoopCheckpointFiles(String location, Configuration conf)
    implements CheckpointFiles {
  @Override
  public List<Entry> list(String directory) throws IOException {
    List<Entry> entries = new ArrayList<>();
    Path path = path(directory);
    try {
      for (FileStatus file : path.getFileSystem(conf).listStatus(path)) {
        if (file.isFile()) {
          entries.add(
              new Entry(
                  file.getPath().getName(), Instant.ofEpochMilli(file.getModificationTime())));
        }
      }
    } catch (FileNotFoundException e) {
      // There is no directory: nothing is in it.
      return entries;
    }
    return entries;
  }

  @Override
  public Optional<String> read(String file) throws IOException {
    Path path = path(file);
    try (FSDataInputStream in = path.getFileSystem(conf).open(path)) {
      return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  private Path path(String relative) {
    return new Path(relative.isEmpty() ? location : location + "/" + relative);
  }
}
