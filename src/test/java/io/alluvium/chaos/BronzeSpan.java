package io.alluvium.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.compact.BatchRun;
import io.alluvium.delta.compact.BatchRuns;
import io.alluvium.delta.parquet.DataFileReader;
import io.alluvium.delta.parquet.RowIterator;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.row.Row;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/**
 * The offsets [from, to) of one partition as bronze's files hold them. Of a merged file's run of
 * batches each stretch of rows with one ingest time is a span.
 *
 * @param records how many the tags promise
 * @param ingestTime of all its rows, microseconds
 * @param digests of the payloads, in no order
 */
record BronzeSpan(
    int partition, long from, long to, long records, long ingestTime, List<String> digests) {

  /** By partition, then by the first offset. */
  static List<TreeMap<Long, BronzeSpan>> read(
      TableSpec table, TableStorage storage, List<DataFile> files) throws IOException {
    DataFileReader reader = new DataFileReader(storage, table.schema());
    List<TreeMap<Long, BronzeSpan>> spans = new ArrayList<>();
    for (DataFile file : files) {
      int partition = Integer.parseInt(file.tags().get(FileTags.PARTITION));
      while (spans.size() <= partition) {
        spans.add(new TreeMap<>());
      }
      try (RowIterator rows = reader.open(file, List.of("raw_payload", "ingest_ts"))) {
        for (BatchRun run : BatchRuns.of(file).orElseThrow()) {
          for (BronzeSpan part : read(file, partition, run, rows)) {
            add(spans.get(partition), part, file);
          }
        }
        assertThat(rows.next()).as("rows after the last batch in %s", file.path()).isNull();
      }
    }
    return spans;
  }

  private static void add(TreeMap<Long, BronzeSpan> spans, BronzeSpan part, DataFile file) {
    BronzeSpan span = spans.computeIfAbsent(part.from(), from -> part.withoutDigests());
    assertThat(part.withoutDigests()).as(file.path()).isEqualTo(span.withoutDigests());
    span.digests().addAll(part.digests());
  }

  private static List<BronzeSpan> read(DataFile file, int partition, BatchRun run, RowIterator rows)
      throws IOException {
    List<String> digests = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    for (long i = 0; i < run.rows(); i++) {
      Row row = rows.next();
      assertThat(row).as("row %d of %s in %s", i, run, file.path()).isNotNull();
      times.add(row.getLong(1));
      digests.add(digest(row.isNull(0) ? null : row.getString(0).getBytes(UTF_8)));
    }
    assertThat(times)
        .as("ingest_ts in %s", file.path())
        .isSorted()
        .startsWith(run.firstIngest())
        .endsWith(run.lastIngest());
    if (run.firstIngest() == run.lastIngest()) {
      return List.of(
          new BronzeSpan(
              partition, run.from(), run.to(), run.records(), run.firstIngest(), digests));
    }
    // The ledger's topics have a record at each offset.
    assertThat(run.rows()).as("%s in %s", run, file.path()).isEqualTo(run.to() - run.from());
    List<BronzeSpan> parts = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= times.size(); i++) {
      if (i == times.size() || !times.get(i).equals(times.get(from))) {
        parts.add(
            new BronzeSpan(
                partition,
                run.from() + from,
                run.from() + i,
                i - from,
                times.get(from),
                digests.subList(from, i)));
        from = i;
      }
    }
    return parts;
  }

  private BronzeSpan withoutDigests() {
    return new BronzeSpan(partition, from, to, records, ingestTime, new ArrayList<>());
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
