package io.alluvium.derive;

import io.alluvium.cast.StringCast;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;

/** Values that the rules themselves hold. */
public final class Constants {
  private Constants() {}

  /**
   * A row of one value.
   *
   * @throws IllegalArgumentException if the text stands for no value of the type, in words for the
   *     reader
   */
  public static Row row(String text, Type type) {
    RowBuilder value = new RowBuilder(Schema.of(new Column("value", type)));
    char[] chars = text.toCharArray();
    // A time of day alone would stand for another instant every day.
    if (!StringCast.to(type).cast(chars, 0, chars.length, 0, value, 0)) {
      throw new IllegalArgumentException("\"" + text + "\" is no " + type.sqlName());
    }
    return value.build();
  }
}
