package io.alluvium.config;

import java.util.List;
import java.util.Optional;

/** The values of a tree by their keys; what is missing or wrong goes to the problems. */
final class Values {
  private final Node.Fields root;
  private final Problems problems;

  Values(Node.Fields root, Problems problems) {
    this.root = root;
    this.problems = problems;
  }

  /** The value, or its default; empty if it is absent without a default, or wrong. */
  <T> Optional<T> read(Key<T> key) {
    Optional<Node> written = root.find(KeyPath.split(key.path()));
    try {
      if (written.isPresent()) {
        return Optional.of(key.type().parse(written.get()));
      }
      if (key.presence() == Key.Presence.REQUIRED) {
        problems.add(location(key), key.path(), "this key is missing", "add it");
      }
      return key.fallback() == null ? Optional.empty() : Optional.of(fallback(key));
    } catch (BadValueException e) {
      problems.add(location(key), key.path(), e);
      return Optional.empty();
    }
  }

  private static <T> T fallback(Key<T> key) throws BadValueException {
    Location built = new Location("default", 0);
    return key.type()
        .parse(
            key.fallback().equals("[]")
                ? new Node.Items(List.of(), built)
                : new Node.Scalar(key.fallback(), built));
  }

  /** Where the key is, or the section that it should be in. */
  Location location(Key<?> key) {
    return location(KeyPath.split(key.path()));
  }

  private Location location(List<String> path) {
    return root.find(path)
        .map(Node::location)
        .orElseGet(
            () -> path.size() == 1 ? root.location() : location(path.subList(0, path.size() - 1)));
  }
}
