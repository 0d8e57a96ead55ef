package io.alluvium.derive;

import io.alluvium.row.Type;
import java.util.List;

/** Where a rule's values come from. A name is a bronze column's, or else that of a rule above. */
public sealed interface Origin {
  /** The names that the origin refers to. */
  default List<String> names() {
    return List.of();
  }

  /** A column as it is. */
  record OfColumn(String column) implements Origin {
    @Override
    public List<String> names() {
      return List.of(column);
    }
  }

  /** The first of some columns of one type that isn't null. */
  record Coalesce(List<String> columns) implements Origin {
    public Coalesce {
      columns = List.copyOf(columns);
    }

    @Override
    public List<String> names() {
      return columns;
    }
  }

  /**
   * The same value in every row.
   *
   * @param text what is cast to {@code type}
   */
  record Constant(String text, Type type) implements Origin {}

  /** The time of the flush that writes the row, one value a flush. */
  record IngestTime() implements Origin {}
}
