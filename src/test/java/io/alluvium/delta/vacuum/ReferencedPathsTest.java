package io.alluvium.delta.vacuum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.DeletionVector;
import io.alluvium.delta.log.Action;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.delta.vector.VectorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** What the log says, in the storage's words. */
class ReferencedPathsTest {
  private static final long SINCE = 1_000;

  @TempDir private Path root;

  private static DataFile file(String path, DeletionVector vector) {
    return new DataFile(path, Map.of(), 1, 0, 1, null, Map.of(), vector);
  }

  private Set<String> referenced(List<DataFile> active, List<Action.Remove> removed)
      throws IOException {
    return ReferencedPaths.of(
        new TableReferences(0, Duration.ZERO, active, removed), new LocalTableStorage(root), SINCE);
  }

  @Test
  void bothLayersOfEncodingAreSeenThrough() throws IOException {
    // Given
    String directory =
        DataFilePath.directory(List.of("part", "n"), java.util.Arrays.asList("a/b=c%20 é", null));
    String logged = DataFilePath.encode(directory + "f g.parquet");

    // When
    Set<String> paths = referenced(List.of(file(logged, null)), List.of());

    // Then
    assertThat(logged).contains("%252F");
    assertThat(paths)
        .containsExactly("part=a%2Fb%3Dc%2520 %C3%A9/n=__HIVE_DEFAULT_PARTITION__/f g.parquet");
  }

  @Test
  void absolutePathsAreOursIfTheyLieInTheTable() throws IOException {
    // Given
    Path link = root.resolveSibling(root.getFileName() + "-link");
    Files.createSymbolicLink(link, root);
    List<DataFile> files =
        List.of(
            file(root.toUri() + "a%20b", null),
            file(link.toUri() + "../" + root.getFileName() + "/c", null),
            file(root.resolve("d").toString(), null),
            file("file:///elsewhere/e", null),
            file("s3://bucket/table/f", null));

    // When
    Set<String> paths = referenced(files, List.of());

    // Then
    assertThat(paths).containsExactlyInAnyOrder("a b", "c", "d");
    Files.delete(link);
  }

  @Test
  void vectorsAreReferencedToo() throws IOException {
    // Given
    VectorFiles.Written written =
        new VectorFiles(new LocalTableStorage(root)).write(List.of(RoaringBitmap.bitmapOf(1)));
    DeletionVector relative = written.vectors().get(0);
    DeletionVector absolute = new DeletionVector("p", root.toUri() + "x/v.bin", 1, 1, 1);
    DeletionVector inline =
        new DeletionVector("i", "wi5b=000010000siXQKl0rr91000f55c8Xg0", null, 1, 1);

    // When
    Set<String> paths =
        referenced(List.of(file("a", relative), file("b", absolute), file("c", inline)), List.of());

    // Then
    assertThat(paths).containsExactlyInAnyOrder("a", "b", "c", written.path(), "x/v.bin");
  }

  @Test
  void whatWasRemovedLatelyStaysWithItsVector() throws IOException {
    // Given
    VectorFiles.Written written =
        new VectorFiles(new LocalTableStorage(root)).write(List.of(RoaringBitmap.bitmapOf(1)));
    DataFile late = file("late", written.vectors().get(0));

    // When
    Set<String> paths =
        referenced(
            List.of(),
            List.of(
                new Action.Remove(late, SINCE, true),
                new Action.Remove(file("early", null), SINCE - 1, true)));

    // Then
    assertThat(paths).containsExactlyInAnyOrder("late", written.path());
  }

  @Test
  void aNameThatCannotBeReadEndsIt() {
    // Given
    List<DataFile> files = List.of(file("no%zzpath", null));

    // When
    var reading = assertThatThrownBy(() -> referenced(files, List.of()));

    // Then
    reading.isInstanceOf(IOException.class).hasMessageContaining("no%zzpath");
  }
}
