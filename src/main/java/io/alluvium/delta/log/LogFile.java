package io.alluvium.delta.log;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One file of a {@code _delta_log}, as its name tells (Delta protocol, "Delta Log Entries",
 * "Checkpoints", "Log Compaction Files", "Version Checksum File").
 *
 * @param version of a compacted file the first one that it stands for
 * @param part of a checkpoint in several files, from 1 on; otherwise 1
 * @param parts how many files a checkpoint has
 * @param modified milliseconds since the epoch
 */
record LogFile(
    String name, long version, Kind kind, int part, int parts, long size, long modified) {
  private static final Pattern PLAIN =
      Pattern.compile("(\\d{20})\\.(json|crc|checkpoint\\.parquet)");
  private static final Pattern PART =
      Pattern.compile("(\\d{20})\\.checkpoint\\.(\\d{10})\\.(\\d{10})\\.parquet");
  private static final Pattern UUID_NAMED =
      Pattern.compile("(\\d{20})\\.checkpoint\\.[^.]+\\.(?:json|parquet)");
  private static final Pattern COMPACTED =
      Pattern.compile("(\\d{20})\\.\\d{20}\\.compacted\\.json");

  enum Kind {
    COMMIT,
    CHECKSUM,
    COMPACTED,
    /** A checkpoint in one file or in numbered parts. */
    CHECKPOINT,
    /**
     * A checkpoint whose name tells neither its parts nor whether they are all there. Only tables
     * with a feature that isn't implemented here need one.
     */
    UUID_NAMED_CHECKPOINT
  }

  /** Empty if the file is none that belongs to a version. */
  static Optional<LogFile> of(String name, long size, long modified) {
    Matcher plain = PLAIN.matcher(name);
    if (plain.matches()) {
      Kind kind =
          switch (plain.group(2)) {
            case "json" -> Kind.COMMIT;
            case "crc" -> Kind.CHECKSUM;
            default -> Kind.CHECKPOINT;
          };
      return Optional.of(new LogFile(name, version(plain), kind, 1, 1, size, modified));
    }
    Matcher part = PART.matcher(name);
    if (part.matches()) {
      int number = Integer.parseInt(part.group(2));
      int parts = Integer.parseInt(part.group(3));
      return Optional.of(
          new LogFile(name, version(part), Kind.CHECKPOINT, number, parts, size, modified));
    }
    Matcher uuid = UUID_NAMED.matcher(name);
    if (uuid.matches()) {
      return Optional.of(
          new LogFile(name, version(uuid), Kind.UUID_NAMED_CHECKPOINT, 1, 1, size, modified));
    }
    Matcher compacted = COMPACTED.matcher(name);
    return compacted.matches()
        ? Optional.of(new LogFile(name, version(compacted), Kind.COMPACTED, 1, 1, size, modified))
        : Optional.empty();
  }

  private static long version(Matcher matcher) {
    return Long.parseLong(matcher.group(1));
  }
}
