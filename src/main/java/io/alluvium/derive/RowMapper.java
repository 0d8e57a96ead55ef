package io.alluvium.derive;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import io.alluvium.row.Schema;
import java.util.List;

/**
 * Makes silver rows from bronze rows. Never throws for any row of the bronze schema. Used for every
 * row by one thread.
 */
public final class RowMapper {
  private final List<CompiledRule> rules;
  private final RowBuilder scratch;
  private final RowTest test;

  /**
   * @param rules how each silver column is made, in the order of {@code silver} but for those that
   *     are dropped. Throws {@link IllegalArgumentException} if the three don't fit, or for a rule
   *     that can't work
   */
  public RowMapper(Schema bronze, Schema silver, List<ColumnRule> rules) {
    this(bronze, silver, rules, Condition.NEVER);
  }

  /** With a condition that {@link #holds} asks for. */
  public RowMapper(Schema bronze, Schema silver, List<ColumnRule> rules, Condition condition) {
    RuleCompiler compiler = new RuleCompiler(bronze, silver);
    this.rules = compiler.compile(rules);
    this.test = compiler.compile(condition);
    this.scratch = new RowBuilder(compiler.scratch());
  }

  /**
   * Fills {@code out}, whatever it holds, with the silver row of a bronze row.
   *
   * @param nowMicros the time of the flush, µs since the epoch; also the current time for casts
   */
  public void map(RowReader bronzeRow, long nowMicros, RowBuilder out) {
    out.clear();
    scratch.clear();
    for (int i = 0; i < rules.size(); i++) {
      rules.get(i).apply(bronzeRow, nowMicros, scratch, out);
    }
  }

  /**
   * Whether the condition holds of a row.
   *
   * @param out what {@link #map} made of {@code bronzeRow} in the last call
   */
  public boolean holds(RowReader bronzeRow, RowReader out) {
    return test.holds(bronzeRow, scratch, out);
  }
}
