package io.alluvium.delta;

import io.delta.storage.CloseableIterator;
import io.delta.storage.LineCloseableIterator;
import io.delta.storage.LogStore;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;

/**
 * Delta's log on object storage whose put takes a condition ({@code If-None-Match: *}; S3 answers
 * 412 where there is an object already): all or nothing, one winner a name, whoever else writes by
 * the same condition. Objects are seen as soon as they are there, lists too, which both S3 and OCI
 * Object Storage promise.
 *
 * <p>A file system's own retries may meet an object that an earlier attempt of theirs has put: what
 * this calls "already exists" may be the caller's own. So callers look at who wrote it, as they do
 * after a lost answer.
 */
public final class ConditionalPutLogStore extends LogStore {
  /** By name, since S3A isn't there for everybody. Its message has paths in it, 412 among them. */
  private static final String S3A_PRECONDITION_FAILED = "RemoteFileChangedException";

  private static final String CONDITION =
      CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE;

  public ConditionalPutLogStore(Configuration conf) {
    super(conf);
  }

  @Override
  public CloseableIterator<String> read(Path path, Configuration conf) throws IOException {
    return new LineCloseableIterator(
        new BufferedReader(
            new InputStreamReader(path.getFileSystem(conf).open(path), StandardCharsets.UTF_8)));
  }

  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration conf)
      throws IOException {
    StringBuilder text = new StringBuilder();
    actions.forEachRemaining(line -> text.append(line).append('\n'));
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    try (FSDataOutputStream out = create(path, overwrite, path.getFileSystem(conf))) {
      out.write(bytes);
    } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
      throw exists(path, e);
    } catch (PathIOException e) {
      // What S3A makes of a 412 when the stream is closed.
      throw isPreconditionFailed(e) ? exists(path, e) : e;
    }
  }

  private static FSDataOutputStream create(Path path, boolean overwrite, FileSystem files)
      throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder =
        files.createFile(path).recursive().overwrite(overwrite);
    if (!overwrite) {
      if (!files.hasPathCapability(path, CONDITION)) {
        throw new IOException(files.getClass() + " puts without condition: " + path);
      }
      builder.opt(CONDITION, true);
    }
    return builder.build();
  }

  private static boolean isPreconditionFailed(IOException e) {
    return e.getClass().getSimpleName().equals(S3A_PRECONDITION_FAILED);
  }

  private static FileAlreadyExistsException exists(Path path, IOException cause) {
    FileAlreadyExistsException e = new FileAlreadyExistsException(path.toString());
    e.initCause(cause);
    return e;
  }

  /** All files from {@code path}'s name on, in the order of their names. */
  @Override
  public Iterator<FileStatus> listFrom(Path path, Configuration conf) throws IOException {
    FileStatus[] all = path.getFileSystem(conf).listStatus(path.getParent());
    if (all.length == 0) {
      throw new FileNotFoundException("No such file or directory: " + path.getParent());
    }
    return Arrays.stream(all)
        .filter(status -> status.getPath().getName().compareTo(path.getName()) >= 0)
        .sorted(Comparator.comparing(status -> status.getPath().getName()))
        .iterator();
  }

  @Override
  public Path resolvePathOnPhysicalStorage(Path path, Configuration conf) throws IOException {
    return path.getFileSystem(conf).makeQualified(path);
  }

  /** False: an object is there as a whole or not at all. */
  @Override
  public Boolean isPartialWriteVisible(Path path, Configuration conf) {
    return false;
  }
}
