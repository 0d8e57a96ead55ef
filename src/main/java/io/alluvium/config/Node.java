package io.alluvium.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A piece of the pipeline file that knows where it was written. Immutable. */
sealed interface Node {
  Location location();

  /** What this is, in words for the reader. */
  String kind();

  /** A key with nothing behind it. */
  record Empty(Location location) implements Node {
    @Override
    public String kind() {
      return "nothing";
    }
  }

  /**
   * A single value.
   *
   * @param shown the text as messages may show it: not with a secret in it
   */
  record Scalar(String text, String shown, Location location) implements Node {
    Scalar(String text, Location location) {
      this(text, text, location);
    }

    /** As messages may show it. */
    @Override
    public String toString() {
      return "Scalar[" + shown + ", " + location + "]";
    }

    @Override
    public String kind() {
      return '"' + shown + '"';
    }
  }

  record Items(List<Node> items, Location location) implements Node {
    public Items {
      items = List.copyOf(items);
    }

    @Override
    public String kind() {
      return "a list";
    }
  }

  /** Keys and values in the order of the file; a value's location is that of its key. */
  record Fields(Map<String, Node> fields, Location location) implements Node {
    static Fields none(Location location) {
      return new Fields(Map.of(), location);
    }

    @Override
    public String kind() {
      return "a map";
    }

    /** The value behind a path of keys, if there is one. */
    Optional<Node> find(List<String> path) {
      Optional<Node> child = Optional.ofNullable(fields.get(path.get(0)));
      if (path.size() == 1) {
        return child;
      }
      return child.flatMap(
          node ->
              node instanceof Fields inner
                  ? inner.find(path.subList(1, path.size()))
                  : Optional.empty());
    }

    /** These fields with one value put at a path of keys, maps on the way made as needed. */
    Fields with(List<String> path, Node value) {
      Map<String, Node> changed = new LinkedHashMap<>(fields);
      Node put = value;
      if (path.size() > 1) {
        Fields inner =
            fields.get(path.get(0)) instanceof Fields there ? there : none(value.location());
        put = inner.with(path.subList(1, path.size()), value);
      }
      changed.put(path.get(0), put);
      return new Fields(changed, location);
    }
  }
}
