package io.alluvium.oci.storage;

import com.oracle.bmc.objectstorage.model.ListObjects;
import com.oracle.bmc.objectstorage.model.ObjectSummary;
import com.oracle.bmc.objectstorage.responses.HeadObjectResponse;
import io.alluvium.oci.storage.ObjectCalls.Existing;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.functional.RemoteIterators;

/**
 * What the Delta libraries and Parquet need of a file system, over OCI Object Storage. A file that
 * is made without {@code overwrite} is put under the condition that there is none ({@code
 * If-None-Match: *}), by the service and at once. Directories are parts of names: none is ever
 * made, and one is there while something is in it. Safe for several threads.
 */
public final class OciFileSystem extends FileSystem {
  private static final int PAGE = 1000;
  private static final String SEPARATOR = "/";

  private ObjectCalls calls;
  private URI uri;
  private Path workingDirectory;

  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    super.initialize(name, conf);
    setConf(conf);
    this.uri = URI.create(name.getScheme() + "://" + name.getAuthority());
    this.workingDirectory = new Path(uri + SEPARATOR);
    this.calls = ObjectClients.open(conf);
  }

  @Override
  public String getScheme() {
    return "oci";
  }

  @Override
  public URI getUri() {
    return uri;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return new FSDataInputStream(new ObjectInputStream(calls, object(path)));
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    Existing existing = overwrite ? Existing.REPLACED : Existing.REFUSED;
    return new FSDataOutputStream(
        new ObjectOutputStream(calls, object(path), existing), statistics);
  }

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    return capability.equals(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE)
        || super.hasPathCapability(path, capability);
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
    throw new UnsupportedOperationException("objects can't be appended to: " + path);
  }

  /** Renames an object, or all of a directory one by one; false if a name is taken. */
  @Override
  public boolean rename(Path from, Path to) throws IOException {
    if (!getFileStatus(from).isDirectory()) {
      return rename(object(from), object(to));
    }
    boolean all = true;
    for (ObjectSummary each : below(object(from))) {
      String rest = each.getName().substring(object(from).prefix().length());
      all &= rename(object(from).with(each.getName()), object(new Path(to, rest)));
    }
    return all;
  }

  private boolean rename(ObjectName from, ObjectName to) throws IOException {
    try {
      calls.rename(from, to);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    ObjectName object = object(path);
    if (calls.delete(object)) {
      return true;
    }
    List<ObjectSummary> below = recursive ? below(object) : List.of();
    for (ObjectSummary each : below) {
      calls.delete(object.with(each.getName()));
    }
    return !below.isEmpty();
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    ObjectName object = object(path);
    List<FileStatus> found = new ArrayList<>();
    String start = null;
    do {
      ListObjects page = calls.list(object, SEPARATOR, start, PAGE);
      for (ObjectSummary each : page.getObjects()) {
        found.add(status(object.with(each.getName()), each));
      }
      if (page.getPrefixes() != null) {
        page.getPrefixes().forEach(prefix -> found.add(directory(object.with(prefix))));
      }
      start = page.getNextStartWith();
    } while (start != null);
    if (found.isEmpty()) {
      return new FileStatus[] {getFileStatus(path)};
    }
    return found.toArray(FileStatus[]::new);
  }

  /** One listing of all levels. */
  @Override
  public RemoteIterator<LocatedFileStatus> listFiles(Path path, boolean recursive)
      throws IOException {
    if (!recursive) {
      return super.listFiles(path, false);
    }
    ObjectName object = object(path);
    List<ObjectSummary> below = below(object);
    if (below.isEmpty()) {
      throw new FileNotFoundException("there is nothing at " + object);
    }
    return RemoteIterators.remoteIteratorFromIterable(
        below.stream()
            .map(
                each ->
                    new LocatedFileStatus(
                        status(object.with(each.getName()), each), new BlockLocation[0]))
            .toList());
  }

  private List<ObjectSummary> below(ObjectName object) throws IOException {
    List<ObjectSummary> found = new ArrayList<>();
    String start = null;
    do {
      ListObjects page = calls.list(object, null, start, PAGE);
      found.addAll(page.getObjects());
      start = page.getNextStartWith();
    } while (start != null);
    return found;
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    ObjectName object = object(path);
    if (!object.name().isEmpty()) {
      try {
        HeadObjectResponse head = calls.head(object);
        return status(
            object, head.getContentLength(), head.getLastModified().toInstant().toEpochMilli());
      } catch (FileNotFoundException e) {
        // Not an object, but maybe a directory.
      }
    }
    if (calls.list(object, null, null, 1).getObjects().isEmpty()) {
      throw new FileNotFoundException("there is no " + object);
    }
    return directory(object);
  }

  /** Nothing to do: names need no directory. */
  @Override
  public boolean mkdirs(Path path, FsPermission permission) {
    return true;
  }

  @Override
  public void setWorkingDirectory(Path path) {
    workingDirectory = path;
  }

  @Override
  public Path getWorkingDirectory() {
    return workingDirectory;
  }

  @Override
  public void close() throws IOException {
    super.close();
    calls.close();
  }

  private ObjectName object(Path path) {
    return ObjectName.of(path.makeQualified(uri, workingDirectory));
  }

  private static FileStatus status(ObjectName object, ObjectSummary summary) {
    return status(object, summary.getSize(), summary.getTimeModified().toInstant().toEpochMilli());
  }

  private static FileStatus status(ObjectName object, long length, long modified) {
    return new FileStatus(length, false, 1, 0, modified, path(object));
  }

  private static FileStatus directory(ObjectName object) {
    return new FileStatus(0, true, 1, 0, 0, path(object));
  }

  private static Path path(ObjectName object) {
    return new Path("oci", object.bucket() + "@" + object.namespace(), SEPARATOR + object.name());
  }
}
