package io.alluvium.config;

import io.alluvium.derive.Condition;
import io.alluvium.derive.Condition.Comparison;
import io.alluvium.derive.Condition.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads a condition such as {@code operationType = 2 and state in ('gone', 'sold')}. For one use.
 */
final class ConditionText {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*(?:'((?:[^']|'')*)'|(!=|<>|=|[(),])|([^\\s'!=<>(),]+))\\s*");

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int next;

  private enum Kind {
    /** In quotes. */
    TEXT,
    WORD,
    SIGN,
    END
  }

  private record Token(Kind kind, String text) {}

  private ConditionText(String text) {
    this.text = text;
  }

  static Condition parse(String text) throws BadValueException {
    return new ConditionText(text).condition();
  }

  /** The text of a condition. */
  static String of(Condition condition) {
    return condition.comparisons().stream()
        .map(
            one ->
                switch (one.operator()) {
                  case NULL -> one.column() + " is null";
                  case NOT_NULL -> one.column() + " is not null";
                  case IN -> one.column() + " in " + list(one.values());
                  case NOT_IN -> one.column() + " not in " + list(one.values());
                })
        .collect(Collectors.joining(" and "));
  }

  private static String list(List<String> values) {
    return values.stream()
        .map(value -> "'" + value.replace("'", "''") + "'")
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private Condition condition() throws BadValueException {
    readTokens();
    List<Comparison> comparisons = new ArrayList<>();
    do {
      comparisons.add(comparison());
    } while (take("and"));
    if (tokens.get(next).kind != Kind.END) {
      throw unreadable();
    }
    return new Condition(comparisons);
  }

  private void readTokens() throws BadValueException {
    Matcher matcher = TOKEN.matcher(text);
    int end = 0;
    while (end < text.length()) {
      matcher.region(end, text.length());
      if (!matcher.lookingAt()) {
        throw unreadable();
      }
      end = matcher.end();
      if (matcher.group(1) != null) {
        tokens.add(new Token(Kind.TEXT, matcher.group(1).replace("''", "'")));
      } else {
        boolean sign = matcher.group(2) != null;
        tokens.add(new Token(sign ? Kind.SIGN : Kind.WORD, matcher.group(sign ? 2 : 3)));
      }
    }
    tokens.add(new Token(Kind.END, ""));
  }

  private Comparison comparison() throws BadValueException {
    String column = value();
    if (take("=")) {
      return new Comparison(column, Operator.IN, List.of(value()));
    }
    if (take("!=") || take("<>")) {
      return new Comparison(column, Operator.NOT_IN, List.of(value()));
    }
    if (take("is")) {
      Operator operator = take("not") ? Operator.NOT_NULL : Operator.NULL;
      expect("null");
      return new Comparison(column, operator, List.of());
    }
    Operator operator = take("not") ? Operator.NOT_IN : Operator.IN;
    expect("in");
    return new Comparison(column, operator, values());
  }

  private List<String> values() throws BadValueException {
    List<String> values = new ArrayList<>();
    expect("(");
    do {
      values.add(value());
    } while (take(","));
    expect(")");
    return values;
  }

  private String value() throws BadValueException {
    Token token = tokens.get(next);
    if (token.kind != Kind.TEXT && token.kind != Kind.WORD) {
      throw unreadable();
    }
    next++;
    return token.text;
  }

  private boolean take(String wanted) {
    Token token = tokens.get(next);
    boolean there = token.kind != Kind.TEXT && token.text.toLowerCase(Locale.ROOT).equals(wanted);
    if (there) {
      next++;
    }
    return there;
  }

  private void expect(String wanted) throws BadValueException {
    if (!take(wanted)) {
      throw unreadable();
    }
  }

  private BadValueException unreadable() {
    return new BadValueException(
        "\"" + text + "\" is no condition",
        "write column = value, !=, in (a, b), is null or is not null, with and between them, and"
            + " 'quotes' around a value with blanks");
  }
}
