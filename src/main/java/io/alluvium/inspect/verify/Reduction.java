package io.alluvium.inspect.verify;

import io.alluvium.delta.DataFile;
import io.alluvium.row.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Bronze reduced to the newest row of every key, as far as silver has come. For one thread. */
final class Reduction {
  private final BronzeRows bronze;
  private final Fingerprint layout;
  private final Findings findings;
  private final List<DataFile> files = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>();
  private final ExpectedRows expected;
  private long rows;
  private long incomplete;

  /**
   * @param untagged bronze files of which nobody knows the offsets: they count as the oldest batch
   * @param spans in the order in which they were written
   */
  Reduction(
      BronzeRows bronze,
      Fingerprint layout,
      List<DataFile> untagged,
      List<Span> spans,
      Findings findings) {
    this.bronze = bronze;
    this.layout = layout;
    this.findings = findings;
    if (!untagged.isEmpty()) {
      long records = untagged.stream().mapToLong(DataFile::numRecords).sum();
      this.spans.add(new Span(-1, -1, -1, Long.MIN_VALUE, records, untagged));
    }
    this.spans.addAll(spans);
    List<Integer> batches = new ArrayList<>();
    for (int batch = 0; batch < this.spans.size(); batch++) {
      for (DataFile file : this.spans.get(batch).files()) {
        files.add(file);
        batches.add(batch);
      }
    }
    this.expected =
        new ExpectedRows(layout, batches.stream().mapToInt(Integer::intValue).toArray());
  }

  ExpectedRows run(Reflected reflected) throws IOException {
    int number = 0;
    for (Span span : spans) {
      Reflected.Part part = span.partition() < 0 ? Reflected.Part.ALL : reflected.of(span);
      for (DataFile file : span.files()) {
        switch (part) {
          case ALL -> take(file, number, span, Long.MAX_VALUE);
          case SOME -> takeSome(file, number, span, reflected.end(span));
          case NONE -> {}
        }
        number++;
      }
    }
    return expected;
  }

  /** A batch that silver is in the midst of: where a row's offset is known, that decides. */
  private void takeSome(DataFile file, int number, Span span, long end) throws IOException {
    boolean dense = span.files().size() == 1 && span.records() == span.to() - span.from();
    if (dense) {
      take(file, number, span, end - span.from());
    } else {
      bronze.read(
          file, span.ingestTime(), (row, position) -> expected.maybe(layout.of(row, number)));
    }
  }

  private void take(DataFile file, int number, Span span, long limit) throws IOException {
    BronzeRows.Count count =
        bronze.read(
            file,
            span.ingestTime(),
            (row, position) -> {
              if (position < limit) {
                expected.fold(layout.of(row, number));
              }
            });
    rows += Math.min(count.read(), limit);
    incomplete += count.incomplete();
    if (file.liveRecords() >= 0 && file.liveRecords() != count.read()) {
      findings.add(
          Finding.Kind.ROW_COUNT,
          "%s: %d rows in it, %d by the log"
              .formatted(file.path(), count.read(), file.liveRecords()));
    }
  }

  /** How many bronze rows were reduced. */
  long rows() {
    return rows;
  }

  /** How many of them silver doesn't take. */
  long incomplete() {
    return incomplete;
  }

  /** The batch that a row came from. */
  Span span(Row fingerprint) {
    DataFile file = file(fingerprint);
    return spans.stream().filter(s -> s.files().contains(file)).findFirst().orElseThrow();
  }

  DataFile file(Row fingerprint) {
    return files.get(layout.file(fingerprint));
  }
}
