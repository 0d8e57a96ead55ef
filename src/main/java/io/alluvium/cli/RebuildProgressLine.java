package io.alluvium.cli;

import io.alluvium.inspect.rebuild.RebuildProgress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Says every few seconds how far a rebuild has come. */
final class RebuildProgressLine implements RebuildProgress {
  private static final Duration EVERY = Duration.ofSeconds(5);

  private final String name;
  private final PrintWriter out;
  private final long began = System.nanoTime();
  private long said = began;
  private long alreadyRead;

  RebuildProgressLine(String name, PrintWriter out) {
    this.name = name;
    this.out = out;
  }

  @Override
  public void resumed(int done, int portions, long rows) {
    alreadyRead = rows;
    String partitions =
        portions == 1
            ? ""
            : String.format(Locale.ROOT, "%,d of %,d partitions were done, ", done, portions);
    out.println(
        String.format(
            Locale.ROOT, "%s: resumed: %s%,d rows needn't be read again", name, partitions, rows));
    out.flush();
  }

  @Override
  public void begunAnew() {
    out.println(
        name
            + ": begun anew: bronze, silver, the pipeline file or files have changed since a rebuild"
            + " was cut short");
    out.flush();
  }

  @Override
  public void at(long read, long expected, long keys) {
    long now = System.nanoTime();
    if (now - said < EVERY.toNanos()) {
      return;
    }
    said = now;
    out.println(
        String.format(
            Locale.ROOT,
            "%s: read %,d of %,d rows (%,.0f/s), %,d keys",
            name,
            read,
            expected,
            Math.max(0, read - alreadyRead) / ((now - began) / 1e9),
            keys));
    out.flush();
  }
}
