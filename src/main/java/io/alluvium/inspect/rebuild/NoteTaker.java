package io.alluvium.inspect.rebuild;

import io.alluvium.delta.DataFile;
import io.alluvium.inspect.rebuild.RebuiltFiles.Made;
import io.alluvium.inspect.rebuild.SilverFold.Reduced;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Writes down how far the portions of one rebuild have come. For one thread. */
final class NoteTaker {
  private static final long NONE = Long.MIN_VALUE;

  private final RebuildNotes notes;
  private final FoldFiles files;
  private final Map<String, String> inputs;
  private final String target;
  private final Pace pace;

  /**
   * @param files in the storage of the notes
   * @param inputs by the name of the portion
   * @param target see {@link PortionNote#target}
   */
  NoteTaker(
      RebuildNotes notes, FoldFiles files, Map<String, String> inputs, String target, Pace pace) {
    this.notes = notes;
    this.files = files;
    this.inputs = Map.copyOf(inputs);
    this.target = target;
    this.pace = pace;
  }

  /**
   * A fold stands between two batches: notes that, if it is time.
   *
   * @param next rank of the batch that comes next
   */
  void at(Portion portion, long began, int next, SilverFold fold, long read) throws IOException {
    if (!pace.isDue()) {
      return;
    }
    long from = System.nanoTime();
    Reduced soFar = fold.soFar();
    Counts counts =
        new Counts(read, fold.incomplete(), soFar.rows().size(), soFar.markers().size());
    List<DataFile> rows = files.write(soFar.rows());
    List<DataFile> markers = files.write(soFar.markers());
    write(portion, began, next, counts, fold.newest(), new Made(rows, markers));
    pace.noted(System.nanoTime() - from);
  }

  /** A portion is finished, and these are its files. */
  void finished(Portion portion, long began, Counts counts, Made made) throws IOException {
    write(portion, began, PortionNote.ALL, counts, NONE, made);
  }

  private void write(Portion portion, long began, int next, Counts counts, long newest, Made made)
      throws IOException {
    notes.write(
        new PortionNote(
            portion.name(),
            inputs.get(portion.name()),
            target,
            began,
            next,
            counts,
            newest,
            made.rows(),
            made.markers()));
  }

  /** Makes an empty fold what a note says. */
  void load(PortionNote note, SilverFold fold) throws IOException {
    fold.resume(note.newest(), note.counts().incomplete());
    files.read(note.rows(), fold::resumeRow);
    files.read(note.markers(), fold::resumeMarker);
  }
}
