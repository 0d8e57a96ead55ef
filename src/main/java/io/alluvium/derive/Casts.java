package io.alluvium.derive;

import io.alluvium.cast.ValueCast;
import io.alluvium.row.Type;

/** Which casts there are, and what does them. */
final class Casts {
  private Casts() {}

  static Type result(Type from, Type to) {
    if (!ValueCast.isAllowed(from, to)) {
      throw new IllegalArgumentException(
          "nothing of " + from.sqlName() + " can be cast to " + to.sqlName());
    }
    return to;
  }

  static ValueStep step(Type from, Type to) {
    return ValueCast.of(from, to)::cast;
  }
}
