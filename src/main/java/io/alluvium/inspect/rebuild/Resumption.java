package io.alluvium.inspect.rebuild;

import io.alluvium.delta.DataFile;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What of an earlier rebuild's notes still counts: those of the same rows, rules and table whose
 * files are there as they were written. The rest is thrown away.
 */
final class Resumption {
  private static final Logger LOG = LoggerFactory.getLogger(Resumption.class);

  /** Older files a vacuum may be about to remove, since nothing refers to them. */
  private static final Duration OLDEST = Duration.ofDays(1);

  private final RebuildNotes notes;
  private final RebuiltFiles files;
  private final String target;
  private final Clock clock;

  /**
   * @param target see {@link PortionNote#target}
   */
  Resumption(RebuildNotes notes, RebuiltFiles files, String target, Clock clock) {
    this.notes = notes;
    this.files = files;
    this.target = target;
    this.clock = clock;
  }

  /**
   * Goes through the notes, and tells what is gone on with.
   *
   * @param inputs of all portions that there are, by name
   * @return notes that count, by portion
   */
  Map<String, PortionNote> take(Map<String, String> inputs, RebuildProgress progress)
      throws IOException {
    boolean begun = notes.isBegun();
    List<PortionNote> kept = new ArrayList<>();
    for (PortionNote note : notes.read()) {
      if (counts(note, inputs)) {
        kept.add(note);
      } else if (note.isFinished() && note.target().equals(target)) {
        // Had the table changed since, it could be by a commit that refers to them.
        files.discard(note);
      }
    }
    notes.keepOnly(kept);
    if (!kept.isEmpty()) {
      int done = (int) kept.stream().filter(PortionNote::isFinished).count();
      long rows = kept.stream().mapToLong(note -> note.counts().read()).sum();
      LOG.info("resumed: {} of {} portions were done, {} rows", done, inputs.size(), rows);
      progress.resumed(done, inputs.size(), rows);
    } else if (begun) {
      LOG.info("begun anew: what an earlier rebuild noted doesn't count any more");
      progress.begunAnew();
    }
    return kept.stream()
        .collect(
            Collectors.toMap(PortionNote::portion, note -> note, (a, b) -> b, LinkedHashMap::new));
  }

  private boolean counts(PortionNote note, Map<String, String> inputs) {
    return note.target().equals(target)
        && note.inputs().equals(inputs.get(note.portion()))
        && isFresh(note)
        && (note.isFinished()
            ? files.holds(note)
            : FilePresence.areAll(notes.storage(), note.rows())
                && FilePresence.areAll(notes.storage(), note.markers()));
  }

  private boolean isFresh(PortionNote note) {
    long limit = clock.millis() - OLDEST.toMillis();
    return Stream.concat(note.rows().stream(), note.markers().stream())
        .mapToLong(DataFile::modificationTime)
        .allMatch(time -> time >= limit);
  }
}
