package io.alluvium.delta.vacuum;

import io.alluvium.delta.storage.Listing;
import io.alluvium.delta.storage.StoredFile;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides which of the files in a table's directory go, by the rules of Spark's {@code VACUUM}
 * ({@code VacuumCommand}, {@code DeltaTableUtils.isHiddenDirectory}): what nothing refers to and is
 * old enough, but nothing hidden. Pure.
 */
final class VacuumRules {
  private static final String CHANGE_DATA = "_change_data";

  /** Hadoop's local file system puts a checksum beside each file. */
  private static final Pattern CHECKSUM = Pattern.compile("(.*/)?\\.([^/]+)\\.crc");

  /** Where UniForm keeps the Iceberg metadata of a table that has it. */
  private static final String ICEBERG_METADATA = "metadata";

  private static final String UNIFORM = "delta.universalFormat.enabledFormats";

  private final List<String> partitionColumns;
  private final Map<String, String> properties;
  private final Limits limits;

  /**
   * How old a file must be, as the latest time of its last change that is old enough.
   *
   * @param before of data and vectors, milliseconds since the epoch
   * @param changeDataBefore of change files, which only commits refer to: earlier, by as much as a
   *     commit may come after its files
   */
  record Limits(long before, long changeDataBefore) {}

  /**
   * @param partitionColumns directories of their values may begin with {@code _}
   * @param properties of the table
   */
  VacuumRules(List<String> partitionColumns, Map<String, String> properties, Limits limits) {
    this.partitionColumns = List.copyOf(partitionColumns);
    this.properties = Map.copyOf(properties);
    this.limits = limits;
  }

  /**
   * What goes.
   *
   * @param files in the order of the listing
   * @param directories that have nothing in them then, the innermost first
   */
  record Decision(List<StoredFile> files, List<StoredFile> directories) {}

  /**
   * @param referenced paths of files that must stay
   */
  Decision decide(Listing listing, Set<String> referenced) {
    Set<String> full = new HashSet<>();
    Set<String> emptied = new HashSet<>();
    List<StoredFile> files =
        listing.files().stream()
            .filter(
                file -> {
                  boolean goes = goes(file, referenced);
                  parents(file.path(), goes ? emptied : full);
                  return goes;
                })
            .toList();
    List<StoredFile> directories =
        listing.directories().stream()
            .filter(d -> !full.contains(d.path()) && isVisible(d.path() + "/"))
            .filter(d -> emptied.contains(d.path()) || isOld(d))
            .sorted((a, b) -> Integer.compare(b.path().length(), a.path().length()))
            .toList();
    return new Decision(files, directories);
  }

  private boolean goes(StoredFile file, Set<String> referenced) {
    Matcher checksum = CHECKSUM.matcher(file.path());
    String subject =
        checksum.matches()
            ? (checksum.group(1) == null ? "" : checksum.group(1)) + checksum.group(2)
            : file.path();
    boolean unreferenced = !referenced.contains(subject) && !referenced.contains(file.path());
    return unreferenced && isVisible(subject) && isOld(file);
  }

  private boolean isOld(StoredFile file) {
    boolean changeData = (file.path() + "/").startsWith(CHANGE_DATA + "/");
    return file.modificationTime() < (changeData ? limits.changeDataBefore() : limits.before());
  }

  private boolean isVisible(String path) {
    int end = path.lastIndexOf('/');
    String name = path.substring(end + 1);
    if (name.startsWith(".") || name.startsWith("_")) {
      return false;
    }
    String[] directories = end < 0 ? new String[0] : path.substring(0, end).split("/", -1);
    for (int i = 0; i < directories.length; i++) {
      boolean changeData = i == 0 && directories[i].equals(CHANGE_DATA);
      if (!changeData && isHidden(directories[i])) {
        return false;
      }
    }
    return true;
  }

  /** Whether a listing has to look into a directory of this name. */
  boolean isWanted(String directory) {
    return directory.equals(CHANGE_DATA) || !isHidden(directory);
  }

  private boolean isHidden(String directory) {
    if (directory.equals(ICEBERG_METADATA) && properties.containsKey(UNIFORM)) {
      return true;
    }
    return (directory.startsWith(".") || directory.startsWith("_"))
        && partitionColumns.stream().noneMatch(column -> directory.startsWith(column + "="));
  }

  private static void parents(String path, Set<String> to) {
    for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      to.add(path.substring(0, end));
    }
  }
}
