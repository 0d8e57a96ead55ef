package io.alluvium.spark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A checkpoint in a directory of a local (or mounted) file system. */
public record LocalCheckpointFiles(Path root) implements CheckpointFiles {
  @Override
  public String location() {
    return root.toString();
  }

  @Override
  public List<Entry> list(String directory) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(root.resolve(directory))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        entries.add(
            new Entry(file.getFileName().toString(), Files.getLastModifiedTime(file).toInstant()));
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      // One of the files went while they were listed, or there is no directory.
      return entries;
    }
    return entries;
  }

  @Override
  public Optional<String> read(String path) throws IOException {
    try {
      // Whatever isn't UTF-8 is no JSON that anybody reads here.
      return Optional.of(
          new String(Files.readAllBytes(root.resolve(path)), StandardCharsets.UTF_8));
    } catch (FileSystemException e) {
      // A root that is a file has no files; not all systems say so alike.
      if (e instanceof NoSuchFileException || Files.isRegularFile(root)) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
