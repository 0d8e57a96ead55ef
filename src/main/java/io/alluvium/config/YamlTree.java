package io.alluvium.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Reads YAML into {@link Node}s. Scalars stay text: what a value means is known where the key is
 * known, so {@code no} is never a boolean nor {@code 1e3} a number by accident.
 */
final class YamlTree {
  private static final YAMLFactory YAML = new YAMLFactory();

  private final IntFunction<Location> lines;
  private final Problems problems;
  private final YAMLParser parser;

  private YamlTree(IntFunction<Location> lines, Problems problems, YAMLParser parser) {
    this.lines = lines;
    this.problems = problems;
    this.parser = parser;
  }

  /**
   * The value that {@code text} holds; what is wrong with it as YAML goes to {@code problems}.
   *
   * @param path the key that the value stands behind; empty for a whole file
   * @param lines the location of a line, counted from 1
   */
  static Node read(String path, IntFunction<Location> lines, String text, Problems problems) {
    Location start = lines.apply(1);
    try (YAMLParser parser = YAML.createParser(text)) {
      YamlTree tree = new YamlTree(lines, problems, parser);
      if (parser.nextToken() == null) {
        return new Node.Empty(start);
      }
      Node root = tree.value(path, start);
      if (parser.nextToken() != null) {
        problems.add(
            tree.here(),
            path,
            "a second YAML document starts here",
            "keep one document a file and drop the --- between them");
      }
      return root;
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
      problems.addUnreadable(
          lines.apply(line),
          path,
          new BadValueException(
              "this isn't YAML: " + problem(e.getOriginalMessage()),
              remedy(e.getOriginalMessage())));
      return new Node.Empty(start);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String remedy(String problem) {
    if (problem.contains("escape character")) {
      return "write texts with a backslash, such as regular expressions, in 'single quotes'";
    }
    return problem.contains("expected ',' or '}'")
        ? "write texts with brackets, such as paths and regular expressions, in 'single quotes'"
        : "mend the indentation, the quotes or the brackets at or above this place";
  }

  private Node value(String path, Location location) throws IOException {
    if (parser.isCurrentAlias()) {
      problems.addUnreadable(
          location,
          path,
          new BadValueException("YAML aliases aren't supported", "write the value out"));
      return new Node.Empty(location);
    }
    return switch (parser.currentToken()) {
      case START_OBJECT -> fields(path, location);
      case START_ARRAY -> items(path, location);
      case VALUE_NULL -> new Node.Empty(location);
      default -> new Node.Scalar(parser.getText(), location);
    };
  }

  private Node fields(String path, Location location) throws IOException {
    Map<String, Node> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      String childPath = KeyPath.join(path, name);
      Location at = here();
      parser.nextToken();
      Node earlier = fields.putIfAbsent(name, value(childPath, at));
      if (earlier != null) {
        problems.add(
            at,
            childPath,
            "this key is there twice, first in line " + earlier.location().line(),
            "keep one of the two");
      }
    }
    return new Node.Fields(fields, location);
  }

  private Node items(String path, Location location) throws IOException {
    List<Node> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(path, here()));
    }
    return new Node.Items(items, location);
  }

  private Location here() {
    return lines.apply(parser.currentTokenLocation().getLineNr());
  }

  /** Of "while doing this, in 'reader' …, that" only that. */
  private static String problem(String message) {
    List<String> lines = message.lines().map(String::strip).toList();
    int at = 0;
    if (lines.get(0).startsWith("while ")) {
      at = lines.size() > 1 && lines.get(1).startsWith("in '") ? lines.indexOf("^") + 1 : 1;
    }
    return at < lines.size() ? lines.get(at) : lines.get(0);
  }
}
