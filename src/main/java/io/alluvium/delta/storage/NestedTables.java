package io.alluvium.delta.storage;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Directories below a table's root that hold tables of their own, told from the names of files. */
record NestedTables(Set<String> roots) {
  private static final String LOG = "/_delta_log/";

  static NestedTables of(List<StoredFile> all) {
    Set<String> roots = new HashSet<>();
    for (StoredFile file : all) {
      int log = file.path().indexOf(LOG);
      if (log > 0) {
        roots.add(file.path().substring(0, log));
      }
    }
    return new NestedTables(roots);
  }

  /** Those of the files that a walk of the directories would find (see {@link TableStorage}). */
  List<StoredFile> without(List<StoredFile> all, Predicate<String> wanted) {
    return all.stream().filter(file -> isFound(file.path(), wanted)).toList();
  }

  private boolean isFound(String path, Predicate<String> wanted) {
    int from = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
      if (!wanted.test(path.substring(from, slash)) || roots.contains(path.substring(0, slash))) {
        return false;
      }
      from = slash + 1;
    }
    return true;
  }
}
