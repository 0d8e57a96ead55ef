package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The ingest times that bronze already holds for one partition, so that a record that is read again
 * gets the one it has, and a new one never gets an earlier one.
 */
final class IngestTimes {
  /** No ingest time is known. */
  static final long NONE = Long.MIN_VALUE;

  private record Span(long to, long ingestTime) {}

  private final TreeMap<Long, Span> spans = new TreeMap<>();
  private final long latest;

  private IngestTimes(Map<Long, Span> spans, long latest) {
    this.spans.putAll(spans);
    this.latest = latest;
  }

  /**
   * Reads the tags of bronze's files.
   *
   * @param from offsets below it will not be asked for
   */
  static IngestTimes of(List<DataFile> files, int partition, long from) {
    Map<Long, Span> spans = new TreeMap<>();
    long latest = NONE;
    for (DataFile file : files) {
      OptionalLong owner = FileTags.number(file.tags(), FileTags.PARTITION);
      OptionalLong time = FileTags.number(file.tags(), FileTags.INGEST_TIME);
      if (owner.isEmpty() || owner.getAsLong() != partition || time.isEmpty()) {
        continue;
      }
      latest = Math.max(latest, time.getAsLong());
      long to = FileTags.number(file.tags(), FileTags.TO).orElse(0);
      // A merged file's batches were in silver when it was made; if a reset took silver back behind
      // them since, bronze has taken the same offsets anew.
      if (to > from && !file.tags().containsKey(FileTags.BATCHES)) {
        spans.put(
            FileTags.number(file.tags(), FileTags.FROM).orElse(0), new Span(to, time.getAsLong()));
      }
    }
    return new IngestTimes(spans, latest);
  }

  /** The latest one, microseconds; {@link #NONE} if there is none. */
  long latest() {
    return latest;
  }

  /** The ingest time of the record at {@code offset}, empty if no file tells. */
  OptionalLong at(long offset) {
    Map.Entry<Long, Span> span = spans.floorEntry(offset);
    return span != null && offset < span.getValue().to()
        ? OptionalLong.of(span.getValue().ingestTime())
        : OptionalLong.empty();
  }
}
