package io.alluvium.config;

import io.alluvium.derive.Condition;
import io.alluvium.derive.Condition.All;
import io.alluvium.derive.Condition.Any;
import io.alluvium.derive.Condition.Comparison;
import io.alluvium.derive.Condition.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads a condition such as {@code operationType = 2 and (state = 'gone' or at is null)}; {@code
 * and} binds closer than {@code or}, as in SQL. For one use.
 */
final class ConditionText {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*(?:'((?:[^']|'')*)'|(!=|<>|=|[(),])|([^\\s'!=<>(),]+))\\s*");

  /** What needs no quotes as a column's name. */
  private static final Pattern PLAIN = Pattern.compile("[^\\s'!=<>(),]+");

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
    if (condition instanceof Any any) {
      return any.parts().stream().map(ConditionText::of).collect(Collectors.joining(" or "));
    }
    if (condition instanceof All all) {
      return all.parts().stream()
          .map(part -> part instanceof Any ? "(" + of(part) + ")" : of(part))
          .collect(Collectors.joining(" and "));
    }
    Comparison one = (Comparison) condition;
    return name(one.column())
        + switch (one.operator()) {
          case NULL -> " is null";
          case NOT_NULL -> " is not null";
          case IN -> " in " + list(one.values());
          case NOT_IN -> " not in " + list(one.values());
        };
  }

  private static String name(String column) {
    return PLAIN.matcher(column).matches() ? column : quoted(column);
  }

  private static String quoted(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  private static String list(List<String> values) {
    return values.stream().map(ConditionText::quoted).collect(Collectors.joining(", ", "(", ")"));
  }

  private Condition condition() throws BadValueException {
    readTokens();
    Condition condition = any();
    if (tokens.get(next).kind != Kind.END) {
      throw unreadable();
    }
    return condition;
  }

  private Condition any() throws BadValueException {
    List<Condition> parts = new ArrayList<>();
    do {
      parts.add(all());
    } while (take("or"));
    return parts.size() == 1 ? parts.get(0) : new Any(parts);
  }

  private Condition all() throws BadValueException {
    List<Condition> parts = new ArrayList<>();
    do {
      parts.add(part());
    } while (take("and"));
    return parts.size() == 1 ? parts.get(0) : new All(parts);
  }

  private Condition part() throws BadValueException {
    if (!take("(")) {
      return comparison();
    }
    Condition inner = any();
    expect(")");
    return inner;
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
        "write column = value, !=, in (a, b), is null or is not null, with and, or and"
            + " (brackets) between them, and 'quotes' around a value with blanks");
  }
}
