package io.alluvium.derive;

import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns rules into work: finds what each name refers to, gives values on their way a place, and
 * checks every type. For one use.
 */
final class RuleCompiler {
  private final Schema bronze;
  private final Schema silver;
  private final Map<String, Place> above = new HashMap<>();
  private final List<Column> scratch = new ArrayList<>();
  private final List<CompiledRule> compiled = new ArrayList<>();
  private int next;

  RuleCompiler(Schema bronze, Schema silver) {
    this.bronze = bronze;
    this.silver = silver;
  }

  /** The schema of values on their way, once all rules are compiled. */
  Schema scratch() {
    return new Schema(scratch);
  }

  List<CompiledRule> compile(List<ColumnRule> rules) {
    for (ColumnRule rule : rules) {
      Place target = rule.isKept() ? silverPlace(rule) : scratchPlace(rule.type());
      compile(rule, target);
      above.put(rule.name(), target);
    }
    if (next < silver.size()) {
      throw new IllegalArgumentException("no rule makes " + silver.column(next));
    }
    return List.copyOf(compiled);
  }

  /** A condition on rows of the rules that were compiled. */
  RowTest compile(Condition condition) {
    if (condition instanceof Condition.All all) {
      return new RowTest.All(all.parts().stream().map(this::compile).toList());
    }
    if (condition instanceof Condition.Any any) {
      return new RowTest.Any(any.parts().stream().map(this::compile).toList());
    }
    Condition.Comparison one = (Condition.Comparison) condition;
    Place above = this.above.get(one.column());
    Place place = above == null ? place(one.column()) : above;
    List<Row> values =
        one.values().stream().map(text -> Constants.row(text, place.type())).toList();
    return new RowTest.Compare(place, one.operator(), values);
  }

  private Place silverPlace(ColumnRule rule) {
    if (next == silver.size()
        || !silver.column(next).name().equals(rule.name())
        || !silver.type(next).equals(rule.type())) {
      throw new IllegalArgumentException(
          rule + " doesn't make " + (next < silver.size() ? silver.column(next) : "a column"));
    }
    return new Place(Place.Kind.SILVER, next++, rule.type());
  }

  private Place scratchPlace(Type type) {
    scratch.add(new Column("v" + scratch.size(), type));
    return new Place(Place.Kind.SCRATCH, scratch.size() - 1, type);
  }

  private void compile(ColumnRule rule, Place target) {
    List<Step> steps = rule.steps();
    if (rule.origin() instanceof Origin.OfColumn of && !steps.isEmpty()) {
      steps(rule, place(of.column()), target);
      return;
    }
    Place first = steps.isEmpty() ? target : scratchPlace(originType(rule.origin()));
    originate(rule.origin(), first);
    steps(rule, first, target);
  }

  private void steps(ColumnRule rule, Place from, Place target) {
    List<Step> steps = rule.steps();
    Place place = from;
    for (int i = 0; i < steps.size(); i++) {
      Type type = steps.get(i).result(place.type());
      Place to = i + 1 == steps.size() ? target : scratchPlace(type);
      if (!type.equals(to.type())) {
        throw new IllegalArgumentException(rule + " makes " + type.sqlName());
      }
      compiled.add(new CompiledRule.Move(ValueSteps.of(steps.get(i), place.type()), place, to));
      place = to;
    }
  }

  private Type originType(Origin origin) {
    if (origin instanceof Origin.Constant constant) {
      return constant.type();
    }
    return origin.names().isEmpty() ? Type.TIMESTAMP : place(origin.names().get(0)).type();
  }

  private void originate(Origin origin, Place to) {
    if (!originType(origin).equals(to.type())) {
      throw new IllegalArgumentException(origin + " isn't " + to.type().sqlName());
    }
    if (origin instanceof Origin.Constant constant) {
      compiled.add(new CompiledRule.Fixed(Constants.row(constant.text(), constant.type()), to));
    } else if (origin instanceof Origin.IngestTime) {
      compiled.add(new CompiledRule.Now(to));
    } else if (origin instanceof Origin.Coalesce coalesce) {
      List<Place> places = coalesce.columns().stream().map(this::place).toList();
      if (places.stream().anyMatch(place -> !place.type().equals(to.type()))) {
        throw new IllegalArgumentException(coalesce + " has several types");
      }
      compiled.add(new CompiledRule.FirstOf(places, to));
    } else {
      Place from = place(((Origin.OfColumn) origin).column());
      ValueStep copy = (in, column, now, out, target) -> out.copy(target, in, column);
      compiled.add(new CompiledRule.Move(copy, from, to));
    }
  }

  /** A bronze column goes before a rule above of the same name. */
  private Place place(String name) {
    int column = bronze.indexOf(name);
    if (column >= 0) {
      return new Place(Place.Kind.BRONZE, column, bronze.type(column));
    }
    Place place = above.get(name);
    if (place == null) {
      throw new IllegalArgumentException("there is no column " + name);
    }
    return place;
  }
}
