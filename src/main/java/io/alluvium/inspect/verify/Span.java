package io.alluvium.inspect.verify;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * One bronze batch, put together from the tags of its files.
 *
 * @param ingestTime microseconds since the epoch
 * @param records how many rows the batch had when it was written
 * @param files of the table that belong to it
 */
record Span(
    int partition, long from, long to, long ingestTime, long records, List<DataFile> files) {
  /** The order in which batches were written: ingest times never step back in a partition. */
  static final Comparator<Span> WRITTEN =
      Comparator.comparingLong(Span::ingestTime)
          .thenComparingInt(Span::partition)
          .thenComparingLong(Span::from);

  private record Id(int partition, long from, long to, long ingestTime) {}

  /** The batches of those files that carry tags, in the order in which they were written. */
  static List<Span> of(List<DataFile> files) {
    Map<Id, Span> spans = new LinkedHashMap<>();
    for (DataFile file : files) {
      if (isTagged(file)) {
        Id id =
            new Id(
                Math.toIntExact(tag(file, FileTags.PARTITION)),
                tag(file, FileTags.FROM),
                tag(file, FileTags.TO),
                tag(file, FileTags.INGEST_TIME));
        spans
            .computeIfAbsent(
                id,
                key ->
                    new Span(
                        id.partition,
                        id.from,
                        id.to,
                        id.ingestTime,
                        tag(file, FileTags.RECORDS),
                        new ArrayList<>()))
            .files
            .add(file);
      }
    }
    return spans.values().stream().sorted(WRITTEN).toList();
  }

  static boolean isTagged(DataFile file) {
    return List.of(
            FileTags.PARTITION, FileTags.FROM, FileTags.TO, FileTags.RECORDS, FileTags.INGEST_TIME)
        .stream()
        .map(name -> FileTags.number(file.tags(), name))
        .allMatch(OptionalLong::isPresent);
  }

  private static long tag(DataFile file, String name) {
    return FileTags.number(file.tags(), name).orElseThrow();
  }

  /** How many rows its files hold by their statistics. */
  long rows() {
    return files.stream().mapToLong(DataFile::numRecords).sum();
  }

  @Override
  public String toString() {
    return "partition " + partition + ", offsets " + from + " to " + to;
  }
}
