package io.alluvium.delta.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.DeletionVector;
import io.alluvium.delta.storage.LocalTableStorage;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.deletionvectors.DeletionVectorUtils;
import io.delta.kernel.internal.deletionvectors.RoaringBitmapArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

/** Vectors as we write them, read by us and by Delta Kernel. */
class VectorFilesTest {
  @TempDir private Path directory;

  @Test
  void severalVectorsOfOneFileAreReadByUsAndByKernel() throws IOException {
    // Given
    VectorFiles files = new VectorFiles(new LocalTableStorage(directory));
    RoaringBitmap dense = RoaringBitmap.bitmapOfRange(3, 200_000);
    dense.remove(77);
    List<RoaringBitmap> vectors =
        List.of(RoaringBitmap.bitmapOf(0), dense, RoaringBitmap.bitmapOf(5, 70_000, 1 << 30));

    // When
    VectorFiles.Written written = files.write(vectors);

    // Then
    assertThat(directory.resolve(written.path())).exists();
    for (int i = 0; i < vectors.size(); i++) {
      DeletionVector vector = written.vectors().get(i);
      assertThat(VectorFiles.path(vector)).isEqualTo(written.path());
      assertThat(files.read(vector)).isEqualTo(vectors.get(i));
      assertThat(byKernel(vector)).isEqualTo(vectors.get(i));
    }
  }

  @Test
  void aDamagedVectorIsRefused() throws IOException {
    // Given
    VectorFiles files = new VectorFiles(new LocalTableStorage(directory));
    VectorFiles.Written written = files.write(List.of(RoaringBitmap.bitmapOf(1, 2, 3)));
    Path file = directory.resolve(written.path());
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 6] ^= 1;
    Files.write(file, bytes);

    // When
    var read = assertThatThrownBy(() -> files.read(written.vectors().get(0)));

    // Then
    read.isInstanceOf(IOException.class).hasMessageContaining("damaged");
  }

  /** The example of the Delta protocol, "Deletion Vector Descriptor Schema". */
  @Test
  void aVectorInTheLogIsRead() throws IOException {
    // Given
    DeletionVector inline =
        new DeletionVector(
            "i", "^Bg9^0rr910000000000iXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L", null, 44, 6);

    // When
    RoaringBitmap positions = new VectorFiles(new LocalTableStorage(directory)).read(inline);

    // Then
    assertThat(positions).isEqualTo(RoaringBitmap.bitmapOf(3, 4, 7, 11, 18, 29));
  }

  /** The same example's name with a random prefix. */
  @Test
  void aPrefixIsADirectory() throws IOException {
    // Given
    DeletionVector vector = new DeletionVector("u", "ab^-aqEH.-t@S}K{vb[*k^", 4, 40, 6);

    // When
    String path = VectorFiles.path(vector);

    // Then
    assertThat(path).isEqualTo("ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin");
  }

  @Property
  void namesComeBack(@ForAll long high, @ForAll long low) {
    UUID uuid = new UUID(high, low);

    assertThat(Z85.decodeUuid(Z85.encode(uuid))).isEqualTo(uuid);
  }

  @Property
  void positionsComeBack(@ForAll @Size(max = 50) List<@IntRange(min = 0) Integer> positions)
      throws IOException {
    RoaringBitmap bitmap = new RoaringBitmap();
    positions.forEach(bitmap::add);

    assertThat(VectorFormat.read(VectorFormat.write(bitmap))).isEqualTo(bitmap);
  }

  private RoaringBitmap byKernel(DeletionVector vector) {
    Engine engine = DefaultEngine.create(new Configuration());
    DeletionVectorDescriptor descriptor =
        new DeletionVectorDescriptor(
            vector.storageType(),
            vector.pathOrInline(),
            Optional.ofNullable(vector.offset()),
            vector.sizeInBytes(),
            vector.cardinality());
    RoaringBitmapArray array =
        DeletionVectorUtils.loadNewDvAndBitmap(engine, directory.toString(), descriptor)._2;
    RoaringBitmap positions = new RoaringBitmap();
    List<Long> values = new ArrayList<>();
    for (long value : array.toArray()) {
      values.add(value);
    }
    values.forEach(value -> positions.add(Math.toIntExact(value)));
    return positions;
  }
}
