package io.alluvium.inspect.rebuild;

import io.alluvium.config.PipelineConfig;
import io.alluvium.inspect.BronzeFiles;
import io.alluvium.inspect.rebuild.RebuiltFiles.Made;
import io.alluvium.inspect.rebuild.SilverFold.Reduced;
import io.alluvium.row.Row;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folds portions of bronze one after the other, and notes what each came to, and between two
 * batches now and then what it has come to so far. For one thread.
 */
final class Reducer {
  private static final Logger LOG = LoggerFactory.getLogger(Reducer.class);
  private static final int FIRST = 0;

  private final PipelineConfig config;
  private final BronzeFiles reader;
  private final RebuiltFiles files;
  private final NoteTaker noteTaker;
  private final Tally tally;
  private final Clock clock;

  Reducer(
      PipelineConfig config,
      BronzeFiles reader,
      RebuiltFiles files,
      NoteTaker noteTaker,
      Tally tally,
      Clock clock) {
    this.config = config;
    this.reader = reader;
    this.files = files;
    this.noteTaker = noteTaker;
    this.tally = tally;
    this.clock = clock;
  }

  /**
   * A fold and where it stands.
   *
   * @param next rank of the first batch that it hasn't seen
   * @param read rows so far
   */
  private record Stand(SilverFold fold, long began, int next, long read) {}

  /**
   * Brings one portion into the files.
   *
   * @param earlier what an earlier rebuild noted of it
   */
  void reduce(Portion portion, Optional<PortionNote> earlier) throws IOException {
    if (earlier.isPresent() && earlier.get().isFinished()) {
      files.takeOver(earlier.get());
      tally.finished(earlier.get().counts());
      return;
    }
    Optional<Stand> resumed = earlier.flatMap(this::resumed);
    Stand stand = resumed.orElseGet(() -> begun(clock.millis() * 1_000));
    SilverFold fold = stand.fold();
    tally.begin(stand.read());
    fold(portion, stand);
    Reduced reduced = fold.finish();
    Made made = files.write(reduced, portion.source());
    Counts counts =
        new Counts(
            tally.read(), fold.incomplete(), reduced.rows().size(), reduced.markers().size());
    noteTaker.finished(portion, stand.began(), counts, made);
    files.noted();
    tally.finished(counts);
  }

  private void fold(Portion portion, Stand stand) throws IOException {
    try (BronzeMerge rows = new BronzeMerge(reader, portion.from(stand.next()).chains())) {
      int rank = stand.next();
      for (Row row = rows.next(); row != null; row = rows.next()) {
        if (rows.rank() > rank) {
          rank = rows.rank();
          noteTaker.at(portion, stand.began(), rank, stand.fold(), tally.read());
        }
        stand.fold().fold(row);
        tally.folded(stand.fold());
      }
    }
  }

  private Stand begun(long began) {
    return new Stand(new SilverFold(config, reader.projection(), began, clock), began, FIRST, 0);
  }

  /** Empty if the files of the note can't be read after all. */
  private Optional<Stand> resumed(PortionNote note) {
    SilverFold fold = begun(note.began()).fold();
    try {
      noteTaker.load(note, fold);
      return Optional.of(new Stand(fold, note.began(), note.next(), note.counts().read()));
    } catch (IOException | RuntimeException e) {
      LOG.warn("portion {} is begun anew: {}", note.portion(), e.toString());
      return Optional.empty();
    }
  }
}
