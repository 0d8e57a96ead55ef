package io.alluvium.derive;

import java.util.List;

/**
 * What must hold of a row: all of some comparisons. As in SQL a comparison with null doesn't hold.
 */
public record Condition(List<Comparison> comparisons) {
  /** How a value is compared. */
  public enum Operator {
    /** It is one of the values. */
    IN,
    /** It is none of the values, nor null. */
    NOT_IN,
    NULL,
    NOT_NULL
  }

  /**
   * @param column a bronze column, or else a rule's
   * @param values each is cast to the column's type; none for the operators of null
   */
  public record Comparison(String column, Operator operator, List<String> values) {
    public Comparison {
      values = List.copyOf(values);
    }
  }

  public Condition {
    comparisons = List.copyOf(comparisons);
  }

  /** The names that it refers to. */
  public List<String> names() {
    return comparisons.stream().map(Comparison::column).toList();
  }
}
