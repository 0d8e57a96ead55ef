package io.alluvium.delta.log;

import io.alluvium.delta.DataFile;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of a table at one version, by path. Immutable, and a successor costs what changed: it
 * holds only its difference to its predecessor, and every {@value #MAX_DEPTH} steps the whole.
 */
public final class ActiveFiles {
  private static final int MAX_DEPTH = 64;

  private final ActiveFiles previous;
  private final Map<String, DataFile> changes;
  private final int depth;
  private volatile List<DataFile> list;

  private ActiveFiles(ActiveFiles previous, Map<String, DataFile> changes, int depth) {
    this.previous = previous;
    this.changes = changes;
    this.depth = depth;
  }

  static ActiveFiles of(Collection<DataFile> files) {
    Map<String, DataFile> byPath = new LinkedHashMap<>();
    files.forEach(file -> byPath.put(file.path(), file));
    return new ActiveFiles(null, byPath, 0);
  }

  /** These files after a commit; only its adds and removes count. */
  ActiveFiles after(List<Action> actions) {
    Map<String, DataFile> next = new HashMap<>();
    Map<String, DataFile> added = new LinkedHashMap<>();
    for (Action action : actions) {
      if (action instanceof Action.Remove remove) {
        next.put(remove.file().path(), null);
      } else if (action instanceof Action.Add add) {
        added.put(add.file().path(), add.file());
      }
    }
    // Whatever the order of the lines: a path in both was added anew (protocol, "Add File").
    next.putAll(added);
    if (next.isEmpty()) {
      return this;
    }
    ActiveFiles after = new ActiveFiles(this, next, depth + 1);
    return after.depth < MAX_DEPTH ? after : of(after.list());
  }

  /** The file at a path, or null. */
  DataFile get(String path) {
    for (ActiveFiles files = this; files != null; files = files.previous) {
      if (files.changes.containsKey(path)) {
        return files.changes.get(path);
      }
    }
    return null;
  }

  List<DataFile> list() {
    List<DataFile> result = list;
    if (result == null) {
      Deque<ActiveFiles> chain = new ArrayDeque<>();
      for (ActiveFiles files = this; files != null; files = files.previous) {
        chain.push(files);
      }
      Map<String, DataFile> byPath = new LinkedHashMap<>();
      for (ActiveFiles files : chain) {
        files.changes.forEach(
            (path, file) -> {
              if (file == null) {
                byPath.remove(path);
              } else {
                byPath.put(path, file);
              }
            });
      }
      result = List.copyOf(byPath.values());
      list = result;
    }
    return result;
  }
}
