package io.alluvium.derive;

import io.alluvium.cast.UtcTime;
import io.alluvium.derive.ColumnRule.Copy;
import io.alluvium.derive.ColumnRule.DateOf;
import io.alluvium.derive.ColumnRule.Extract;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.List;

/**
 * Makes silver rows from bronze rows. Never throws for any row of the bronze schema. Used for every
 * row by one thread.
 */
public final class RowMapper {
  private final Step[] steps;

  /** Sets one silver column. */
  interface Step {
    void apply(RowReader bronzeRow, long nowMicros, RowBuilder out);
  }

  /**
   * @param rules how each silver column is made, in the order of {@code silver}. Throws {@link
   *     IllegalArgumentException} if the three don't fit, or for a wrong regular expression
   */
  public RowMapper(Schema bronze, Schema silver, List<ColumnRule> rules) {
    if (silver.size() != rules.size()) {
      throw new IllegalArgumentException(
          silver.size() + " columns in the schema, but " + rules.size() + " rules");
    }
    this.steps = new Step[rules.size()];
    for (int i = 0; i < steps.length; i++) {
      ColumnRule rule = rules.get(i);
      if (!silver.column(i).name().equals(rule.name()) || silver.type(i) != rule.type()) {
        throw new IllegalArgumentException(rule + " doesn't make " + silver.column(i));
      }
      steps[i] = step(bronze, rule, i);
    }
  }

  private static Step step(Schema bronze, ColumnRule rule, int column) {
    if (rule instanceof Copy copy) {
      int source = require(bronze, copy.column(), copy.type());
      return (row, now, out) -> out.copy(column, row, source);
    }
    if (rule instanceof Extract extract) {
      int source = require(bronze, extract.column(), Type.STRING);
      return new RegexStep(extract, source, column);
    }
    if (rule instanceof DateOf date) {
      int source = require(bronze, date.column(), Type.TIMESTAMP);
      return (row, now, out) -> {
        if (!row.isNull(source)) {
          out.setInt(column, UtcTime.date(row.getLong(source)));
        }
      };
    }
    return (row, now, out) -> out.setLong(column, now);
  }

  private static int require(Schema bronze, String name, Type type) {
    int column = bronze.require(name);
    if (bronze.type(column) != type) {
      throw new IllegalArgumentException(bronze.column(column) + " is not a " + type.sqlName());
    }
    return column;
  }

  /**
   * Fills {@code out}, whatever it holds, with the silver row of a bronze row.
   *
   * @param nowMicros the time of the flush, µs since the epoch; also the current time for casts
   */
  public void map(RowReader bronzeRow, long nowMicros, RowBuilder out) {
    out.clear();
    for (Step step : steps) {
      step.apply(bronzeRow, nowMicros, out);
    }
  }
}
