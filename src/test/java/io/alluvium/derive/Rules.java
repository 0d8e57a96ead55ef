package io.alluvium.derive;

import io.alluvium.row.Type;
import java.util.ArrayList;
import java.util.List;

/** Rules as the tests need them often. */
public final class Rules {
  private Rules() {}

  public static ColumnRule copy(String name, Type type, String column, Step... steps) {
    return new ColumnRule(name, type, new Origin.OfColumn(column), steps);
  }

  public static ColumnRule dateOf(String name, String column) {
    return copy(name, Type.DATE, column, new Step.Cast(Type.DATE));
  }

  public static ColumnRule ingestTime(String name) {
    return new ColumnRule(name, Type.TIMESTAMP, new Origin.IngestTime());
  }

  public static ColumnRule extract(String name, Type type, String column, String regex, int group) {
    List<Step> steps = new ArrayList<>(List.of(new Step.Extract(regex, group)));
    if (type != Type.STRING) {
      steps.add(new Step.Cast(type));
    }
    return copy(name, type, column, steps.toArray(Step[]::new));
  }
}
