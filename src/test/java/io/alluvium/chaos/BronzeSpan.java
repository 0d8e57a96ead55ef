package io.alluvium.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.row.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/**
 * The offsets [from, to) of one partition as bronze's files hold them.
 *
 * @param records how many the tags promise
 * @param ingestTime of all its rows, microseconds
 * @param digests of the payloads, in no order
 */
record BronzeSpan(
    int partition, long from, long to, long records, long ingestTime, List<String> digests) {

  /** By partition, then by the first offset. */
  static List<TreeMap<Long, BronzeSpan>> read(TableSpec table, List<DataFile> files)
      throws IOException {
    DataFileReader reader =
        new DataFileReader(new LocalTableStorage(Path.of(table.path())), table.schema());
    List<TreeMap<Long, BronzeSpan>> spans = new ArrayList<>();
    for (DataFile file : files) {
      BronzeSpan tags = tags(file);
      while (spans.size() <= tags.partition()) {
        spans.add(new TreeMap<>());
      }
      BronzeSpan span = spans.get(tags.partition()).computeIfAbsent(tags.from(), from -> tags);
      assertThat(tags.withoutDigests()).as(file.path()).isEqualTo(span.withoutDigests());
      span.digests().addAll(payloads(reader, file, span.ingestTime()));
    }
    return spans;
  }

  private static BronzeSpan tags(DataFile file) {
    return new BronzeSpan(
        (int) tag(file, FileTags.PARTITION),
        tag(file, FileTags.FROM),
        tag(file, FileTags.TO),
        tag(file, FileTags.RECORDS),
        tag(file, FileTags.INGEST_TIME),
        new ArrayList<>());
  }

  private static long tag(DataFile file, String name) {
    return Long.parseLong(file.tags().get(name));
  }

  private BronzeSpan withoutDigests() {
    return new BronzeSpan(partition, from, to, records, ingestTime, List.of());
  }

  private static List<String> payloads(DataFileReader reader, DataFile file, long ingestTime)
      throws IOException {
    List<String> digests = new ArrayList<>();
    try (RowIterator rows = reader.open(file, List.of("raw_payload", "ingest_ts"))) {
      for (Row row = rows.next(); row != null; row = rows.next()) {
        assertThat(row.getLong(1)).as("ingest_ts in %s", file.path()).isEqualTo(ingestTime);
        digests.add(digest(row.isNull(0) ? null : row.getString(0).getBytes(UTF_8)));
      }
    }
    return digests;
  }

  /** What a text column makes of a payload: what isn't UTF-8 is replaced as Java does it. */
  static String digest(byte[] payload) {
    return payload == null ? "null" : sha(new String(payload, UTF_8).getBytes(UTF_8));
  }

  static String sha(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return "partition " + partition + ", offsets " + from + " to " + to;
  }
}
