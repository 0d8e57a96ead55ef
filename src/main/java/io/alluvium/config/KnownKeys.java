package io.alluvium.config;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds keys that mean nothing: an unused setting is a mistake, never ignored. */
final class KnownKeys {
  private final Problems problems;

  KnownKeys(Problems problems) {
    this.problems = problems;
  }

  /**
   * Looks at all but Kafka's and Hadoop's own keys and the columns, which have readers of their
   * own.
   */
  void check(Node.Fields root) {
    check("", root);
  }

  private void check(String section, Node.Fields fields) {
    Set<String> here = namesIn(section);
    fields
        .fields()
        .forEach(
            (name, node) -> {
              String path = KeyPath.join(section, name);
              if (!here.contains(name)) {
                problems.add(node.location(), path, "there is no such key", remedy(name, here));
              } else if (isSection(path)) {
                section(path, node);
              }
            });
  }

  private void section(String path, Node node) {
    if (node instanceof Node.Fields inner) {
      if (!KeyPath.FLAT.contains(path)) {
        check(path, inner);
      }
    } else if (!(node instanceof Node.Empty)) {
      problems.add(
          node.location(),
          path,
          "keys belong below this one, not " + node.kind(),
          "indent them below it: " + String.join(", ", namesIn(path)));
    }
  }

  private static String remedy(String name, Collection<String> here) {
    Optional<String> whole =
        Keys.ALL.stream().map(Key::path).filter(path -> path.equals(name)).findFirst();
    Optional<String> elsewhere =
        Keys.ALL.stream().map(Key::path).filter(path -> path.endsWith("." + name)).findFirst();
    if (whole.isPresent()) {
      return "nest it: " + name.replace(".", ": ");
    }
    return Suggestion.near(name, here).isEmpty() && elsewhere.isPresent()
        ? "did you mean \"" + elsewhere.get() + "\"?"
        : Suggestion.among(name, here);
  }

  private static boolean isSection(String path) {
    return KeyPath.FLAT.contains(path)
        || Keys.ALL.stream().anyMatch(key -> key.path().startsWith(path + "."));
  }

  private static Set<String> namesIn(String section) {
    String prefix = section.isEmpty() ? "" : section + ".";
    Set<String> names =
        Keys.ALL.stream()
            .map(Key::path)
            .filter(path -> path.startsWith(prefix))
            .map(path -> KeyPath.split(path.substring(prefix.length())).get(0))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (section.isEmpty()) {
      names.addAll(KeyPath.FLAT);
    }
    return names;
  }
}
