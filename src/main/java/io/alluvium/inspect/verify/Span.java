package io.alluvium.inspect.verify;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.compact.BatchRun;
import io.alluvium.delta.compact.BatchRuns;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One bronze batch, put together from the tags of its files; or a run of batches that lie, without
 * a gap, in one file which compaction made.
 *
 * @param ingestTime of the first batch, microseconds since the epoch
 * @param lastIngestTime of the last batch
 * @param records how many rows there were when they were written
 * @param parts where they lie
 */
public record Span(
    int partition,
    long from,
    long to,
    long ingestTime,
    long lastIngestTime,
    long records,
    List<Part> parts) {
  /** The order in which batches were written: ingest times never step back in a partition. */
  static final Comparator<Span> WRITTEN =
      Comparator.comparingLong(Span::ingestTime)
          .thenComparingInt(Span::partition)
          .thenComparingLong(Span::from);

  private record Id(int partition, long from, long to, long ingestTime) {}

  /** The batches of those files that carry tags, in the order in which they were written. */
  public static List<Span> of(List<DataFile> files) {
    Map<Id, Span> spans = new LinkedHashMap<>();
    for (DataFile file : files) {
      long first = 0;
      for (BatchRun run : BatchRuns.of(file).orElse(List.of())) {
        Part part = new Part(file, first, run.rows());
        spans.computeIfAbsent(id(file, run), id -> empty(id, run)).parts.add(part);
        first += run.rows();
      }
    }
    return spans.values().stream().sorted(WRITTEN).toList();
  }

  /** Files of which nobody knows the offsets, as the oldest batch of all. */
  static Span untagged(List<DataFile> files) {
    return new Span(
        -1,
        -1,
        -1,
        Long.MIN_VALUE,
        Long.MIN_VALUE,
        files.stream().mapToLong(DataFile::numRecords).sum(),
        files.stream().map(file -> new Part(file, 0, file.numRecords())).toList());
  }

  private static Id id(DataFile file, BatchRun run) {
    int partition = Math.toIntExact(BatchRuns.partition(file).orElseThrow());
    return new Id(partition, run.from(), run.to(), run.firstIngest());
  }

  private static Span empty(Id id, BatchRun run) {
    return new Span(
        id.partition,
        id.from,
        id.to,
        id.ingestTime,
        run.lastIngest(),
        run.records(),
        new ArrayList<>());
  }

  /** Whether a file tells its batches. */
  public static boolean isTagged(DataFile file) {
    return BatchRuns.of(file).isPresent();
  }

  /** How many rows its files hold by the log. */
  public long rows() {
    return parts.stream().mapToLong(Part::rows).sum();
  }

  @Override
  public String toString() {
    return "partition " + partition + ", offsets " + from + " to " + to;
  }
}
