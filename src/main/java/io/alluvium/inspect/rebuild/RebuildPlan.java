package io.alluvium.inspect.rebuild;

import io.alluvium.delta.TxnAdvance;
import java.util.ArrayList;
import java.util.List;

/** What a rebuild would do; made by {@link Rebuild#plan}. */
public final class RebuildPlan {
  private final Target target;
  private final BronzeContent bronze;
  private final Ownership ownership;
  private final List<TxnAdvance> positions;
  private final List<String> notices;

  /**
   * Silver as it is.
   *
   * @param version -1 if there is no table
   * @param differences how its columns will change, in words
   */
  record Target(String path, long version, long rows, List<String> differences) {}

  /**
   * @param positions where silver is and will be
   * @param notices what can't be told, in words
   */
  RebuildPlan(
      Target target,
      BronzeContent bronze,
      Ownership ownership,
      List<TxnAdvance> positions,
      List<String> notices) {
    this.target = target;
    this.bronze = bronze;
    this.ownership = ownership;
    this.positions = List.copyOf(positions);
    this.notices = List.copyOf(notices);
  }

  BronzeContent bronze() {
    return bronze;
  }

  Ownership ownership() {
    return ownership;
  }

  List<TxnAdvance> positions() {
    return positions;
  }

  /** Whether there is a table with content at the place already. */
  public boolean replaces() {
    return target.version > 0 || target.rows > 0;
  }

  /** What can't be told of the result, in words. */
  public List<String> notices() {
    return notices;
  }

  /** What it does, in words. */
  public List<String> consequences() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "silver at %s is made of the %,d rows of bronze's version %d"
            .formatted(target.path, bronze.rows(), bronze.version()));
    if (target.version < 0) {
      lines.add("silver doesn't exist yet and is created");
    } else {
      lines.add(
          "its version %d, %,d rows, is replaced as a whole by one commit"
              .formatted(target.version, target.rows));
    }
    target.differences.forEach(difference -> lines.add("its columns change: " + difference));
    if (ownership instanceof Ownership.Unknown unknown) {
      lines.add(
          "each of the %d partitions' tasks will load all rows: %s"
              .formatted(unknown.partitions(), unknown.reason()));
    }
    if (ownership instanceof Ownership.ByKey byKey) {
      lines.add(
          "its rows are spread over the %d partitions of the re-keyed topic"
              .formatted(byKey.partitions()));
    }
    bronze
        .positions()
        .forEach(
            (partition, next) ->
                lines.add("partition %d: silver goes on at offset %d".formatted(partition, next)));
    return lines;
  }
}
