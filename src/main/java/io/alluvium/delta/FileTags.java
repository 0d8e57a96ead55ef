package io.alluvium.delta;

import java.util.Map;
import java.util.OptionalLong;

/**
 * The notes that our files carry in the log.
 *
 * <p>Bronze: source partition, the offsets [{@link #FROM}, {@link #TO}) of the batch that the file
 * belongs to (all files of one batch carry the same), how many records that batch holds over all
 * its files, and the batch's ingest time in microseconds. A file that compaction made of several
 * batches carries the least and greatest offset, its own number of rows, the latest ingest time,
 * and {@link #BATCHES}, which tells the batches one by one. Silver: {@link #OWNER}, the source
 * partition and the topic's partition count as {@code 3/8}: only the task of that partition
 * supersedes rows of the file.
 */
public final class FileTags {
  public static final String PARTITION = "alluvium.partition";
  public static final String FROM = "alluvium.from";
  public static final String TO = "alluvium.to";
  public static final String RECORDS = "alluvium.records";
  public static final String INGEST_TIME = "alluvium.ingest-time";

  /** Written and read by {@link io.alluvium.delta.compact.BatchRuns}. */
  public static final String BATCHES = "alluvium.batches";

  public static final String OWNER = "alluvium.owner";

  /** Stands for the owner of files without that tag. */
  public static final String NO_OWNER = "";

  private FileTags() {}

  /** Whose rows a file holds; {@link #NO_OWNER} if it doesn't say. */
  public static String owner(DataFile file) {
    return file.tags().getOrDefault(OWNER, NO_OWNER);
  }

  /** A tag's number, empty if the file doesn't carry it. */
  public static OptionalLong number(Map<String, String> tags, String name) {
    String value = tags.get(name);
    return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
  }
}
