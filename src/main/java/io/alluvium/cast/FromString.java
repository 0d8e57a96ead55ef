package io.alluvium.cast;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;

/** Casts of text, which {@link StringCast} knows. */
final class FromString implements ValueCast {
  private final Utf8Decoder text = new Utf8Decoder();
  private final StringCast cast;

  FromString(StringCast cast) {
    this.cast = cast;
  }

  @Override
  public void cast(RowReader from, int column, long nowMicros, RowBuilder out, int outColumn) {
    text.decode(from.array(column), from.offset(column), from.length(column));
    if (!cast.cast(text.chars(), 0, text.length(), nowMicros, out, outColumn)) {
      out.setNull(outColumn);
    }
  }
}
