package io.alluvium.delta.engine;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TxnAdvance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A process that moves one position by one, again and again, against others that do the same:
 * arguments are engine, table, its own name, how many commits, and where to note the acknowledged
 * ones as {@code version position file}.
 */
public final class RacingWriter {
  static final String POSITION = "raced";

  private RacingWriter() {}

  public static void main(String[] arguments) throws IOException {
    TableLog table = Engine.valueOf(arguments[0]).open(Changes.spec(Path.of(arguments[1])));
    Path acknowledged = Path.of(arguments[4]);
    int wanted = Integer.parseInt(arguments[3]);
    for (int done = 0; done < wanted; ) {
      long position = table.snapshot().txn(POSITION).orElse(TxnAdvance.NONE);
      DataFile file = Changes.file("line=x/" + arguments[2] + "-" + System.nanoTime(), "x", null);
      CommitOutcome outcome =
          table.commit(Changes.append(file, new TxnAdvance(POSITION, position, position + 1)));
      if (outcome instanceof CommitOutcome.Committed committed) {
        Files.writeString(
            acknowledged,
            committed.version() + " " + (position + 1) + " " + file.path() + "\n",
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
        done++;
      }
    }
  }
}
