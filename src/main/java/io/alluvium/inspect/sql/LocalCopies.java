package io.alluvium.inspect.sql;

import io.alluvium.delta.storage.TablePath;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/**
 * Data files where DuckDB can read them: those of local tables as they are, others as copies that
 * are there until this is closed. Its extensions for object storage would have to be downloaded,
 * and would need the credentials once more. For one thread.
 */
final class LocalCopies implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;

  private Path directory;
  private int copies;

  /**
   * The local path of a file.
   *
   * @param file below the table's root, or absolute
   */
  String path(SqlTable table, String file) throws IOException {
    String root = table.spec().path();
    return TablePath.isLocal(root)
        ? Path.of(root).resolve(file).toString()
        : copy(table.storage().open(file)).toString();
  }

  private Path copy(InputFile file) throws IOException {
    if (directory == null) {
      directory = Files.createTempDirectory("alluvium-sql");
    }
    Path copy = directory.resolve(copies++ + ".parquet");
    byte[] buffer = new byte[BUFFER_BYTES];
    try (SeekableInputStream in = file.newStream();
        OutputStream out = Files.newOutputStream(copy)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        out.write(buffer, 0, read);
      }
    }
    return copy;
  }

  @Override
  public void close() {
    if (directory == null) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("copies are left in " + directory, e);
    }
  }
}
