package io.alluvium.config;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills in what {@link ExternalValues} know and <code>${other.key}</code>; a doubled dollar sign
 * stands for a plain one before a brace. Below {@code kafka.} what looks like one of Kafka's own
 * config providers, such as <code>${file:…}</code>, is left to Kafka.
 */
final class Interpolation {
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");
  private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9-]*(\\.[A-Za-z0-9_-]+)*");
  private static final List<String> PROVIDERS = List.of(KeyPath.KAFKA, "config.providers");
  private static final String JAAS = "sasl.jaas.config";

  private final Node.Fields root;
  private final ExternalValues values;
  private final Secrets secrets;
  private final Problems problems;
  private final Deque<String> resolving = new ArrayDeque<>();

  Interpolation(Node.Fields root, ExternalValues values, Secrets secrets, Problems problems) {
    this.root = root;
    this.values = values;
    this.secrets = secrets;
    this.problems = problems;
  }

  /** The whole tree with every scalar filled in. */
  Node.Fields apply() {
    return fields("", root);
  }

  /** The tree with what stands at or below one key of the file's first level, and nothing else. */
  Node.Fields only(String key) {
    Node.Fields rest = new Node.Fields(Map.of(), root.location());
    return root.find(List.of(key))
        .map(node -> rest.with(List.of(key), node(key, node)))
        .orElse(rest);
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
        value = matcher.group(1) == null ? "${" : fitting(path, scalar.text(), matcher);
      } catch (BadValueException e) {
        problems.addUnreadable(scalar.location(), path, e);
        value = matcher.group();
      }
      matcher.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    matcher.appendTail(text);
    resolving.pop();
    String filled = text.toString();
    String shown = secrets.masked(filled).equals(filled) ? filled : scalar.text();
    return new Node.Scalar(filled, shown, scalar.location());
  }

  private String fitting(String path, String text, Matcher matcher) throws BadValueException {
    String value = expression(path, matcher);
    if (path.endsWith(JAAS)
        && ExternalValues.isRenewable(matcher.group(1))
        && JaasQuotes.isQuoted(text.substring(0, matcher.start()))) {
      secrets.add(JaasQuotes.escaped(value));
      return JaasQuotes.escaped(value);
    }
    return value;
  }

  private String expression(String path, Matcher matcher) throws BadValueException {
    String expression = matcher.group(1);
    if (matcher.group(2).isEmpty() || expression.contains("${")) {
      throw new BadValueException(
          "the expression \"" + matcher.group() + "\" isn't closed, or holds another one",
          ExternalValues.REMEDY);
    }
    if (path.startsWith("kafka.") && isKafkas(expression)) {
      return matcher.group();
    }
    if (ExternalValues.isInVault(expression) && leadsToVault()) {
      throw new BadValueException(
          "what is needed to reach Vault can't come from there",
          "write it out, or as ${ENV:NAME} or ${FILE:/path}");
    }
    if (ExternalValues.isOne(expression)) {
      return values.value(expression);
    }
    if (KEY.matcher(expression).matches()) {
      return otherKey(expression);
    }
    throw ExternalValues.noExpression(expression);
  }

  private boolean isKafkas(String expression) {
    return expression.contains(":")
        && (!ExternalValues.isOne(expression)
            || ExternalValues.isInVault(expression) && kafkaHasItsOwnVault());
  }

  private boolean kafkaHasItsOwnVault() {
    return root.find(PROVIDERS).orElse(null) instanceof Node.Scalar scalar
        && Arrays.asList(scalar.text().split("\\s*,\\s*")).contains("vault");
  }

  private boolean leadsToVault() {
    return resolving.stream().anyMatch(path -> path.startsWith(KeyPath.OCI + "."));
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
