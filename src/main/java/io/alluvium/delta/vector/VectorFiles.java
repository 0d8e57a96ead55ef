package io.alluvium.delta.vector;

import io.alluvium.delta.DeletionVector;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.OrphanFiles;
import io.alluvium.delta.storage.TableStorage;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32;
import org.apache.parquet.io.SeekableInputStream;
import org.roaringbitmap.RoaringBitmap;

/**
 * The vectors of one table (Delta protocol, "Deletion Vector File Storage Format"). Writes files of
 * type {@link DeletionVector#FILE} only, since readers fail on others; reads all types. Safe for
 * several threads.
 */
public final class VectorFiles {
  private static final byte FORMAT_VERSION = 1;
  private static final String INLINE = "i";
  private static final String ABSOLUTE = "p";

  private final TableStorage storage;
  private final OrphanFiles orphans;

  public VectorFiles(TableStorage storage) {
    this.storage = storage;
    this.orphans = new OrphanFiles(storage);
  }

  /**
   * Vectors that are durable, all in one file.
   *
   * @param path of the file that holds them, below the table's root
   */
  public record Written(String path, List<DeletionVector> vectors) {}

  /**
   * Writes vectors to one new file.
   *
   * @throws IOException when storage fails; nothing is left then, as far as it can be deleted
   */
  public Written write(List<RoaringBitmap> vectors) throws IOException {
    UUID uuid = UUID.randomUUID();
    String path = path("", uuid);
    String name = Z85.encode(uuid);
    List<DeletionVector> written = new ArrayList<>(vectors.size());
    try (DataOutputStream out = new DataOutputStream(storage.create(path).create(0))) {
      out.writeByte(FORMAT_VERSION);
      for (RoaringBitmap vector : vectors) {
        byte[] bytes = VectorFormat.write(vector);
        written.add(
            new DeletionVector(
                DeletionVector.FILE, name, out.size(), bytes.length, vector.getLongCardinality()));
        out.writeInt(bytes.length);
        out.write(bytes);
        out.writeInt(checksum(bytes));
      }
    } catch (IOException | RuntimeException e) {
      orphans.delete(List.of(path));
      throw e;
    }
    return new Written(path, written);
  }

  /** The positions of the rows that a vector deletes. */
  public RoaringBitmap read(DeletionVector vector) throws IOException {
    RoaringBitmap positions = VectorFormat.read(bytes(vector));
    if (positions.getLongCardinality() != vector.cardinality()) {
      throw new IOException(
          "deletion vector %s deletes %d rows, the log says %d"
              .formatted(vector, positions.getLongCardinality(), vector.cardinality()));
    }
    return positions;
  }

  /**
   * The file below the table's root, or absolute, that a vector is in; null if it is in the log.
   *
   * @throws IOException if its name can't be read
   */
  public static String path(DeletionVector vector) throws IOException {
    String name = vector.pathOrInline();
    return switch (vector.storageType()) {
      case INLINE -> null;
      case ABSOLUTE -> DataFilePath.decode(name);
      case DeletionVector.FILE -> {
        int prefix = name.length() - Z85.UUID_LENGTH;
        if (prefix < 0) {
          throw new IOException("no name of a deletion vector: " + name);
        }
        yield path(name.substring(0, prefix), Z85.decodeUuid(name.substring(prefix)));
      }
      default -> throw new IOException("a deletion vector of unknown type: " + vector);
    };
  }

  private static String path(String prefix, UUID uuid) {
    return (prefix.isEmpty() ? "" : prefix + "/") + "deletion_vector_" + uuid + ".bin";
  }

  private byte[] bytes(DeletionVector vector) throws IOException {
    String path = path(vector);
    return path == null ? Z85.decode(vector.pathOrInline()) : bytes(vector, path);
  }

  private byte[] bytes(DeletionVector vector, String path) throws IOException {
    try (SeekableInputStream in = storage.open(path).newStream()) {
      in.seek(vector.offset() == null ? 1 : vector.offset());
      byte[] size = new byte[Integer.BYTES];
      in.readFully(size);
      byte[] bytes = new byte[vector.sizeInBytes()];
      in.readFully(bytes);
      byte[] checksum = new byte[Integer.BYTES];
      in.readFully(checksum);
      if (integer(size) != bytes.length || integer(checksum) != checksum(bytes)) {
        throw new IOException("deletion vector " + vector + " is damaged");
      }
      return bytes;
    }
  }

  private static int integer(byte[] bigEndian) {
    return ByteBuffer.wrap(bigEndian).getInt();
  }

  private static int checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
