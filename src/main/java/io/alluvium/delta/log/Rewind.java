package io.alluvium.delta.log;

import java.util.Locale;
import java.util.Optional;

/**
 * A commit by which another program took a table's rows away as a whole while the positions ({@code
 * txn}) stayed as they were: going on from there would leave the rows between out for ever. Changes
 * of single rows (DELETE, UPDATE, MERGE) aren't meant, nor is anything that keeps the rows. The
 * names are Spark's ({@code DeltaOperations} of Delta 4.4).
 *
 * @param operation as the commit names it, with its mode if that is what tells
 * @param engine who says to have written it
 */
record Rewind(long version, String operation, String engine) {

  /** What a commit did to that effect; empty if it is one of ours or harmless. */
  static Optional<Rewind> of(Commit commit) {
    return commit
        .info()
        .filter(info -> !Commits.isOurs(info))
        .flatMap(
            info -> words(info).map(words -> new Rewind(commit.version(), words, engine(info))));
  }

  private static Optional<String> words(Action.CommitInfo info) {
    String operation = info.operation().toUpperCase(Locale.ROOT);
    if (operation.equals("RESTORE")
        || operation.startsWith("TRUNCATE")
        || operation.startsWith("REPLACE TABLE")
        || operation.startsWith("CREATE OR REPLACE TABLE")) {
      return Optional.of(info.operation());
    }
    // A clone only fills tables without rows, so the rows went before it.
    if (operation.equals("WRITE") && parameterIs(info, "mode", "Overwrite")) {
      return Optional.of("WRITE in mode Overwrite");
    }
    if (operation.equals("STREAMING UPDATE") && parameterIs(info, "outputMode", "Complete")) {
      return Optional.of("STREAMING UPDATE in mode Complete");
    }
    return Optional.empty();
  }

  /** Writers differ in whether they quote a text once more. */
  private static boolean parameterIs(Action.CommitInfo info, String name, String value) {
    return info.parameters()
        .getOrDefault(name, "")
        .replace("\\", "")
        .replace("\"", "")
        .equalsIgnoreCase(value);
  }

  private static String engine(Action.CommitInfo info) {
    return info.engineInfo().isEmpty() ? "an unnamed program" : info.engineInfo();
  }

  /** In words. */
  @Override
  public String toString() {
    return "version " + version + " is a " + operation + " by " + engine;
  }
}
