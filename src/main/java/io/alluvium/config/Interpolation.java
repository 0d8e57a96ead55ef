package io.alluvium.config;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills in <code>${ENV:NAME}</code>, <code>${ENV:NAME:-default}</code> (as in a shell, also for an
 * empty variable) and <code>${other.key}</code>; a doubled dollar sign stands for a plain one
 * before a brace. Below {@code kafka.} what looks like one of Kafka's own config providers, such as
 * <code>${file:…}</code>, is left to Kafka.
 */
final class Interpolation {
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");
  private static final Pattern ENV =
      Pattern.compile("ENV:([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?", Pattern.DOTALL);
  private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9-]*(\\.[A-Za-z0-9_-]+)*");

  private final Node.Fields root;
  private final UnaryOperator<String> environment;
  private final Problems problems;
  private final Set<String> secretValues = new HashSet<>();
  private final Deque<String> resolving = new ArrayDeque<>();

  Interpolation(Node.Fields root, UnaryOperator<String> environment, Problems problems) {
    this.root = root;
    this.environment = environment;
    this.problems = problems;
  }

  /** The whole tree with every scalar filled in. */
  Node.Fields apply() {
    return fields("", root);
  }

  /** What secretly named environment variables gave to {@link #apply}. */
  Secrets secrets() {
    return new Secrets(secretValues);
  }

  private Node node(String path, Node node) {
    if (node instanceof Node.Fields fields) {
      return fields(path, fields);
    }
    if (node instanceof Node.Items items) {
      return new Node.Items(
          items.items().stream().map(item -> node(path, item)).toList(), items.location());
    }
    return node instanceof Node.Scalar scalar ? scalar(path, scalar) : node;
  }

  private Node.Fields fields(String path, Node.Fields fields) {
    Map<String, Node> filled = new LinkedHashMap<>();
    fields
        .fields()
        .forEach((name, child) -> filled.put(name, node(KeyPath.join(path, name), child)));
    return new Node.Fields(filled, fields.location());
  }

  private Node.Scalar scalar(String path, Node.Scalar scalar) {
    if (!scalar.text().contains("${")) {
      return scalar;
    }
    resolving.push(path);
    StringBuilder text = new StringBuilder();
    Matcher matcher = EXPRESSION.matcher(scalar.text());
    while (matcher.find()) {
      String value;
      try {
        value = matcher.group(1) == null ? "${" : expression(path, matcher);
      } catch (BadValueException e) {
        problems.addUnreadable(scalar.location(), path, e);
        value = matcher.group();
      }
      matcher.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    matcher.appendTail(text);
    resolving.pop();
    String filled = text.toString();
    String shown = new Secrets(secretValues).masked(filled).equals(filled) ? filled : scalar.text();
    return new Node.Scalar(filled, shown, scalar.location());
  }

  private String expression(String path, Matcher matcher) throws BadValueException {
    String expression = matcher.group(1);
    if (matcher.group(2).isEmpty() || expression.contains("${")) {
      throw new BadValueException(
          "the expression \"" + matcher.group() + "\" isn't closed, or holds another one",
          "write ${ENV:NAME}, ${ENV:NAME:-default} or ${other.key}; $${ for a plain ${");
    }
    Matcher env = ENV.matcher(expression);
    if (env.matches()) {
      return variable(env.group(1), Optional.ofNullable(env.group(2)));
    }
    if (path.startsWith("kafka.") && expression.contains(":") && !expression.startsWith("ENV:")) {
      return matcher.group();
    }
    if (KEY.matcher(expression).matches()) {
      return otherKey(expression);
    }
    throw new BadValueException(
        "\"" + matcher.group() + "\" is no expression",
        "write ${ENV:NAME}, ${ENV:NAME:-default} or ${other.key}; $${ for a plain ${");
  }

  private String variable(String name, Optional<String> fallback) throws BadValueException {
    String value = environment.apply(name);
    if ((value == null || value.isEmpty()) && fallback.isPresent()) {
      return fallback.get();
    }
    if (value == null) {
      throw new BadValueException(
          "the environment has no " + name,
          "export " + name + ", or give a default: ${ENV:" + name + ":-…}");
    }
    if (Secrets.isSecretName(name) && !value.isEmpty()) {
      secretValues.add(value);
    }
    return value;
  }

  private String otherKey(String key) throws BadValueException {
    if (resolving.contains(key)) {
      throw new BadValueException(
          "${" + key + "} leads back to itself", "write one of the values out");
    }
    Node target = root.find(KeyPath.split(key)).orElse(null);
    if (!(target instanceof Node.Scalar scalar)) {
      throw new BadValueException(
          "${" + key + "} names no single value of this file",
          "name a key such as ${source.topic}, or the environment as ${ENV:NAME}");
    }
    return scalar(key, scalar).text();
  }
}
