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

/**
 * Reads YAML into {@link Node}s. Scalars stay text: what a value means is known where the key is
 * known, so {@code no} is never a boolean nor {@code 1e3} a number by accident.
 */
final class YamlTree {
  private static final YAMLFactory YAML = new YAMLFactory();

  private final String source;
  private final Problems problems;
  private final YAMLParser parser;

  private YamlTree(String source, Problems problems, YAMLParser parser) {
    this.source = source;
    this.problems = problems;
    this.parser = parser;
  }

  /** The value that {@code text} holds; what is wrong with it as YAML goes to {@code problems}. */
  static Node read(String source, String text, Problems problems) {
    try (YAMLParser parser = YAML.createParser(text)) {
      YamlTree tree = new YamlTree(source, problems, parser);
      Location start = new Location(source, 1);
      if (parser.nextToken() == null) {
        return new Node.Empty(start);
      }
      Node root = tree.value("", start);
      if (parser.nextToken() != null) {
        problems.add(
            tree.here(),
            "",
            "a second YAML document starts here",
            "keep one document a file and drop the --- between them");
      }
      return root;
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
      problems.add(
          new Location(source, line),
          "",
          "this isn't YAML: " + firstLine(e.getOriginalMessage()),
          "mend the indentation, the quotes or the brackets at or above this line");
      return new Node.Empty(new Location(source, line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Node value(String path, Location location) throws IOException {
    if (parser.isCurrentAlias()) {
      problems.add(location, path, "YAML aliases aren't supported", "write the value out");
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
    return new Location(source, parser.currentTokenLocation().getLineNr());
  }

  private static String firstLine(String message) {
    return message.lines().map(String::strip).findFirst().orElse("");
  }
}
