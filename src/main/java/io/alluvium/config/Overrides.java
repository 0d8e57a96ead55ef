package io.alluvium.config;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Puts {@code --set path=value} over the file; of several for one key the last one holds. */
final class Overrides {
  private static final Pattern COLUMN = Pattern.compile("(bronze|silver)\\.columns\\..+");

  private final Problems problems;

  Overrides(Problems problems) {
    this.problems = problems;
  }

  Node.Fields apply(Node.Fields root, List<String> overrides) {
    Node.Fields changed = root;
    for (String override : overrides) {
      int equals = override.indexOf('=');
      String path = equals < 0 ? override : override.substring(0, equals);
      if (equals < 1 || path.isBlank() || Arrays.asList(path.split("\\.", -1)).contains("")) {
        problems.add(
            Location.override(override),
            path,
            "this is no key=value",
            "write for example --set source.topic=arrivals");
        continue;
      }
      Node value = value(path, override.substring(equals + 1));
      changed = changed.with(KeyPath.split(path), value);
    }
    return changed;
  }

  private Node value(String path, String text) {
    Location location = Location.override(path);
    if (COLUMN.matcher(path).matches()) {
      return YamlTree.read(path, line -> location, text, problems);
    }
    boolean isList =
        Keys.ALL.stream().anyMatch(k -> k.path().equals(path) && k.type() == ValueTypes.NAMES);
    return isList ? names(text, location) : new Node.Scalar(text, location);
  }

  /** {@code a, b} or {@code [a, b]}; nothing is the empty list. */
  private static Node names(String text, Location location) {
    String inner = text.strip().replaceAll("^\\[|]$", "").strip();
    List<Node> items =
        inner.isEmpty()
            ? List.of()
            : Arrays.stream(inner.split(",", -1))
                .<Node>map(item -> new Node.Scalar(item.strip(), location))
                .toList();
    return new Node.Items(items, location);
  }
}
