package io.alluvium.derive;

import io.alluvium.cast.StringCast;
import io.alluvium.cast.UtcTime;
import io.alluvium.cast.Utf8Decoder;
import io.alluvium.row.Type;

/** Which casts there are, and what does them. */
final class Casts {
  private Casts() {}

  static Type result(Type from, Type to) {
    if (from != Type.STRING && from != to && !(from == Type.TIMESTAMP && to == Type.DATE)) {
      throw new IllegalArgumentException(
          "there is no cast from " + from.sqlName() + " to " + to.sqlName());
    }
    return to;
  }

  static ValueStep step(Type from, Type to) {
    if (from == to) {
      return (in, column, now, out, target) -> out.copy(target, in, column);
    }
    if (from == Type.TIMESTAMP) {
      return ValueStep.notNull(
          (in, column, now, out, target) -> out.setInt(target, UtcTime.date(in.getLong(column))));
    }
    StringCast cast = StringCast.to(to);
    Utf8Decoder text = new Utf8Decoder();
    return ValueStep.notNull(
        (in, column, now, out, target) -> {
          text.decode(in.array(column), in.offset(column), in.length(column));
          if (!cast.cast(text.chars(), 0, text.length(), now, out, target)) {
            out.setNull(target);
          }
        });
  }
}
