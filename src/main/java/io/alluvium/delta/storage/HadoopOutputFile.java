package io.alluvium.delta.storage;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.PositionOutputStream;

/**
 * A new file on object storage. Parquet's own looks for the file, then for a directory of its name,
 * before each one that it makes; names here are random, and the put itself refuses one that is
 * taken where the storage can.
 */
final class HadoopOutputFile extends NewFile {
  private final Path path;
  private final Configuration conf;

  HadoopOutputFile(Path path, Configuration conf) {
    this.path = path;
    this.conf = conf;
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder =
        path.getFileSystem(conf).createFile(path).overwrite(false).recursive();
    builder.opt(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, true);
    FSDataOutputStream stream = builder.build();
    return HadoopStreams.wrap(stream);
  }

  @Override
  public String getPath() {
    return path.toString();
  }
}
