package io.alluvium.derive;

import java.util.List;
import java.util.stream.Stream;

/** What must hold of a row. As in SQL a comparison with null doesn't hold. */
public sealed interface Condition {
  /** Of no row. */
  Condition NEVER = new Any(List.of());

  /** How a value is compared. */
  enum Operator {
    /** It is one of the values. */
    IN,
    /** It is none of the values, nor null. */
    NOT_IN,
    NULL,
    NOT_NULL
  }

  /**
   * @param column a rule's column, or else one of bronze
   * @param values each is cast to the column's type; none for the operators of null
   */
  record Comparison(String column, Operator operator, List<String> values) implements Condition {
    public Comparison {
      values = List.copyOf(values);
    }

    @Override
    public Stream<Comparison> comparisons() {
      return Stream.of(this);
    }
  }

  /** Each of the parts holds. */
  record All(List<Condition> parts) implements Condition {
    public All {
      parts = List.copyOf(parts);
    }

    @Override
    public Stream<Comparison> comparisons() {
      return parts.stream().flatMap(Condition::comparisons);
    }
  }

  /** One of the parts holds. */
  record Any(List<Condition> parts) implements Condition {
    public Any {
      parts = List.copyOf(parts);
    }

    @Override
    public Stream<Comparison> comparisons() {
      return parts.stream().flatMap(Condition::comparisons);
    }
  }

  /** From left to right. */
  Stream<Comparison> comparisons();
}
