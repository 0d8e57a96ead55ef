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
      if (key.isRequired() && isSectionReadable(key)) {
        problems.add(
            location(key), key.path(), "this key is missing", "add it, as in " + key.example());
      }
      return key.fallback() == null ? Optional.empty() : Optional.of(fallback(key));
    } catch (BadValueException e) {
      problems.add(location(key), key.path(), e);
      return Optional.empty();
    }
  }

  /** Whether the section may hold the key: if it is no map, that is problem enough. */
  private boolean isSectionReadable(Key<?> key) {
    List<String> path = KeyPath.split(key.path());
    return path.size() == 1
        || !(root.find(path.subList(0, path.size() - 1)).orElse(null) instanceof Node.Scalar);
  }

  /** The value without another word of what is wrong with it. */
  <T> Optional<T> peek(Key<T> key) {
    return new Values(root, Problems.untold()).read(key);
  }

  boolean isWritten(Key<?> key) {
    return root.find(KeyPath.split(key.path())).isPresent();
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
