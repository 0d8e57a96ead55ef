package io.alluvium.inspect.rebuild;

/** Counts what was done, and tells it now and then. For one thread. */
final class Tally {
  private static final int TELL_ROWS = 4_096;

  private final long expected;
  private final RebuildProgress progress;
  private Counts done = Counts.NONE;
  private long read;

  /**
   * @param expected how many rows there are to read
   */
  Tally(long expected, RebuildProgress progress) {
    this.expected = expected;
    this.progress = progress;
  }

  /** A portion begins, of which so many rows were read before. */
  void begin(long alreadyRead) {
    read = alreadyRead;
  }

  /** A row was folded. */
  void folded(SilverFold fold) {
    if ((done.read() + ++read) % TELL_ROWS == 0) {
      progress.at(done.read() + read, expected, done.keys() + fold.keys());
    }
  }

  /** How many rows of the portion were read. */
  long read() {
    return read;
  }

  /** A portion is finished. */
  void finished(Counts counts) {
    done = done.plus(counts);
    read = 0;
    progress.at(done.read(), expected, done.keys());
  }

  /** Of all portions that are finished. */
  Counts done() {
    return done;
  }
}
