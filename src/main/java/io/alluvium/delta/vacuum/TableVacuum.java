package io.alluvium.delta.vacuum;

import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.storage.Listing;
import io.alluvium.delta.storage.StoredFile;
import io.alluvium.delta.storage.TableStorage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Removes what lies in a table's directory and that no version within the retention refers to. The
 * log is read AFTER the directory: what a commit made part of the table meanwhile is known then.
 */
public final class TableVacuum {
  private final TableStorage storage;

  public TableVacuum(TableStorage storage) {
    this.storage = storage;
  }

  /** Reads what a table's log refers to. */
  @FunctionalInterface
  public interface References {
    TableReferences read() throws IOException;
  }

  /**
   * How old things must be.
   *
   * @param now milliseconds since the epoch
   * @param retention how long what was removed is kept, and how old any file must be
   * @param commitTime how much later than its files a commit may come, at most
   */
  public record Ages(long now, Duration retention, Duration commitTime) {
    /** From when on removed files are kept, milliseconds since the epoch. */
    public long since() {
      return now - retention.toMillis();
    }
  }

  /**
   * What can go.
   *
   * @param files unreferenced ones
   * @param directories that are empty without them, the innermost first
   */
  public record Plan(List<StoredFile> files, List<StoredFile> directories) {
    public long bytes() {
      return files.stream().mapToLong(StoredFile::size).sum();
    }
  }

  /**
   * Finds what can go and changes nothing.
   *
   * @param before the table before the listing
   */
  public Plan plan(TableSnapshot before, References references, Ages ages) throws IOException {
    VacuumRules rules =
        new VacuumRules(
            before.partitionColumns(),
            before.properties(),
            new VacuumRules.Limits(ages.since(), ages.since() - ages.commitTime().toMillis()));
    Listing listing = storage.list(rules::isWanted);
    Set<String> referenced = ReferencedPaths.of(references.read(), storage, ages.since());
    VacuumRules.Decision decision = rules.decide(listing, referenced);
    return new Plan(decision.files(), decision.directories());
  }

  /** Deletes what a plan found. Cut short, it is to be planned anew. */
  public void apply(Plan plan) throws IOException {
    for (StoredFile file : plan.files()) {
      storage.delete(file.path());
    }
    for (StoredFile directory : plan.directories()) {
      storage.deleteIfEmpty(directory.path());
    }
  }
}
