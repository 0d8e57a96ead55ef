package io.alluvium.inspect.verify;

import io.alluvium.delta.DataFile;
import io.alluvium.derive.SilverRows.Meaning;
import io.alluvium.row.Row;
import io.alluvium.row.RowReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Bronze reduced to the newest row of every key, as far as silver has come. Each file is read once,
 * however many batches it holds; which row is newer doesn't depend on the order of reading. For one
 * thread.
 */
final class Reduction {
  private final BronzeRows bronze;
  private final Fingerprint layout;
  private final Findings findings;
  private final List<Member> members = new ArrayList<>();
  private final ExpectedRows expected;
  private long rows;
  private final Map<String, Long> incomplete = new TreeMap<>();

  /** A part with its batch; its place in the list of all is its number. */
  private record Member(int number, Span span, Part part) {}

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
    List<Span> all = new ArrayList<>();
    if (!untagged.isEmpty()) {
      all.add(Span.untagged(untagged));
    }
    all.addAll(spans);
    List<ExpectedRows.Batch> batches = new ArrayList<>();
    for (int batch = 0; batch < all.size(); batch++) {
      for (Part part : all.get(batch).parts()) {
        members.add(new Member(members.size(), all.get(batch), part));
        batches.add(new ExpectedRows.Batch(batch, all.get(batch).partition()));
      }
    }
    this.expected = new ExpectedRows(layout, batches);
  }

  ExpectedRows run(Reflected reflected) throws IOException {
    Map<DataFile, List<Taken>> files = new LinkedHashMap<>();
    for (Member member : members) {
      files
          .computeIfAbsent(member.part.file(), file -> new ArrayList<>())
          .add(taken(member, reflected));
    }
    for (Map.Entry<DataFile, List<Taken>> file : files.entrySet()) {
      if (file.getValue().stream().anyMatch(taken -> taken.how != How.NONE)) {
        take(file.getKey(), new Rows(file.getValue(), reflected));
      }
    }
    return expected;
  }

  /** What silver has of a part. */
  private record Taken(Member member, How how) {}

  private enum How {
    ALL,
    /** It can't be told row by row. */
    MAYBE,
    /** What lies below silver's position: a row's place in the batch tells its offset. */
    BELOW,
    NONE
  }

  /** Where silver is in the midst of a batch and a row's offset is known, that decides. */
  private static Taken taken(Member member, Reflected reflected) {
    Span span = member.span;
    if (span.partition() < 0) {
      return new Taken(member, How.ALL);
    }
    boolean dense = span.parts().size() == 1 && span.records() == span.to() - span.from();
    return new Taken(
        member,
        switch (reflected.of(span)) {
          case ALL -> How.ALL;
          case SOME -> dense ? How.BELOW : How.MAYBE;
          case NONE -> How.NONE;
        });
  }

  private void take(DataFile file, Rows consumer) throws IOException {
    BronzeRows.Count count = bronze.read(file, consumer.ingestTime(), consumer);
    long told = consumer.told();
    if (file.liveRecords() >= 0 && file.liveRecords() != count.read()) {
      findings.add(
          Finding.Kind.ROW_COUNT,
          "%s: %d rows in it, %d by the log"
              .formatted(file.path(), count.read(), file.liveRecords()));
    } else if (told >= 0 && told != file.numRecords()) {
      findings.add(
          Finding.Kind.ROW_COUNT,
          "%s: %d rows in it, its batches have %d".formatted(file.path(), count.read(), told));
    }
  }

  /** Told the rows of one file, finds the batch of each. */
  private final class Rows implements BronzeRows.Consumer {
    private final List<Taken> parts;
    private final Reflected reflected;
    private int current;

    Rows(List<Taken> parts, Reflected reflected) {
      this.reflected = reflected;
      this.parts =
          parts.stream()
              .sorted((a, b) -> Long.compare(a.member.part.first(), b.member.part.first()))
              .toList();
    }

    long ingestTime() {
      return parts.get(0).member.span.ingestTime();
    }

    /** How many rows the parts have together; -1 if that isn't known. */
    long told() {
      boolean unknown = parts.stream().anyMatch(taken -> taken.member.part.rows() < 0);
      return unknown ? -1 : parts.stream().mapToLong(taken -> taken.member.part.rows()).sum();
    }

    @Override
    public void accept(Meaning meaning, RowReader silverRow, long offset, long position) {
      Taken taken = at(position);
      if (taken.how == How.MAYBE && meaning != Meaning.INCOMPLETE) {
        expected.maybe(layout.of(silverRow, taken.member.number, offset));
      } else if (isTaken(taken, position, silverRow)) {
        rows++;
        take(meaning, silverRow, taken.member.number, offset);
      }
    }

    private void take(Meaning meaning, RowReader silverRow, int part, long offset) {
      switch (meaning) {
        case INCOMPLETE -> incomplete.merge(bronze.lacking(silverRow), 1L, Long::sum);
        case ROW -> expected.fold(layout.of(silverRow, part, offset));
        case DELETE -> expected.delete(layout.of(silverRow, part, offset));
        case TOMBSTONE -> expected.tombstone(layout.of(silverRow, part, offset));
      }
    }

    private boolean isTaken(Taken taken, long position, RowReader silverRow) {
      if (taken.how != How.BELOW) {
        return taken.how == How.ALL;
      }
      Span span = taken.member.span;
      long offset = span.from() + position - taken.member.part.first();
      return offset < reflected.end(span, silverRow);
    }

    private Taken at(long position) {
      while (current + 1 < parts.size() && position >= parts.get(current + 1).member.part.first()) {
        current++;
      }
      return parts.get(current);
    }
  }

  /** How many bronze rows were reduced. */
  long rows() {
    return rows;
  }

  /** How many of them silver doesn't take, by the first column that they lack. */
  Map<String, Long> incomplete() {
    return incomplete;
  }

  /** The batch that a row came from. */
  Span span(Row fingerprint) {
    return members.get(layout.file(fingerprint)).span;
  }

  DataFile file(Row fingerprint) {
    return members.get(layout.file(fingerprint)).part.file();
  }
}
