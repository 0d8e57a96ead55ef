package io.alluvium.inspect.rebuild;

import java.time.Duration;
import java.util.List;

/**
 * What a rebuild did.
 *
 * @param bronzeVersion the version of bronze that silver holds now
 * @param silverVersion the version of silver that holds it
 * @param read bronze rows
 * @param incomplete those of them that lack a key column or the first sequence column
 * @param keys rows of silver
 * @param deletedKeys keys that are remembered as deleted
 * @param files of silver
 * @param notices what can't be told
 */
public record RebuildReport(
    long bronzeVersion,
    long silverVersion,
    long read,
    long incomplete,
    long keys,
    long deletedKeys,
    int files,
    Duration took,
    List<String> notices) {
  public RebuildReport {
    notices = List.copyOf(notices);
  }
}
