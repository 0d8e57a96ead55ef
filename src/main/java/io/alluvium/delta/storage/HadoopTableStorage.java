package io.alluvium.delta.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;

/**
 * A table on object storage, through Hadoop's file system of its scheme. A file is there as a whole
 * when its stream has been closed, and not before; there are no directories to look after.
 */
public final class HadoopTableStorage implements TableStorage {
  private final Path root;
  private final Configuration conf;

  public HadoopTableStorage(Path root, Configuration conf) {
    this.root = root;
    this.conf = conf;
  }

  @Override
  public OutputFile create(String path) {
    return new HadoopOutputFile(resolve(path), conf);
  }

  @Override
  public InputFile open(String path) throws IOException {
    return HadoopInputFile.fromPath(resolve(path), conf);
  }

  @Override
  public void delete(String path) throws IOException {
    if (locate(path).filter(below -> !below.isEmpty()).isEmpty()) {
      throw OutsideOfTable.refused(path);
    }
    files().delete(resolve(path), false);
  }

  /** One listing of all keys below the root where the storage can do that. */
  @Override
  public Listing list(Predicate<String> wanted) throws IOException {
    List<StoredFile> all = new ArrayList<>();
    try {
      RemoteIterator<LocatedFileStatus> files = files().listFiles(root, true);
      while (files.hasNext()) {
        all.add(stored(files.next()));
      }
    } catch (FileNotFoundException e) {
      throw new FileNotFoundException("there is nothing at " + root);
    }
    return new Listing(NestedTables.of(all).without(all, wanted), List.of());
  }

  private StoredFile stored(FileStatus status) {
    String path = status.getPath().toUri().getPath();
    return new StoredFile(
        path.substring(root.toUri().getPath().length() + 1),
        status.getLen(),
        status.getModificationTime());
  }

  /** Nothing: a directory is only a part of names here. */
  @Override
  public void deleteIfEmpty(String directory) {
    // See above.
  }

  @Override
  public Optional<String> locate(String path) {
    Path resolved = resolve(path);
    String base = root.toUri().getPath() + "/";
    String absolute = resolved.toUri().normalize().getPath();
    return absolute.startsWith(base)
        ? Optional.of(absolute.substring(base.length()))
        : Optional.empty();
  }

  private FileSystem files() throws IOException {
    return root.getFileSystem(conf);
  }

  /** By its parts and not as a text, in which a colon would end a scheme. */
  private Path resolve(String path) {
    return path.startsWith("/")
        ? new Path(root.toUri().getScheme(), root.toUri().getAuthority(), path)
        : new Path(
            root.toUri().getScheme(),
            root.toUri().getAuthority(),
            root.toUri().getPath() + "/" + path);
  }
}
