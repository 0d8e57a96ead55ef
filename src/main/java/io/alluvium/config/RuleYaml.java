package io.alluvium.config;

import io.alluvium.derive.ColumnRule;
import io.alluvium.derive.Origin;
import io.alluvium.derive.Step;
import io.alluvium.row.Type;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Writes the rule of a column as the file that would say it. */
final class RuleYaml {
  private final UnaryOperator<String> text;

  /**
   * @param text makes a text that may be shown of a text of the file
   */
  RuleYaml(UnaryOperator<String> text) {
    this.text = text;
  }

  Object spec(ColumnRule rule) {
    Map<String, Object> spec = origin(rule.origin());
    if (!rule.steps().isEmpty()) {
      spec.put("then", rule.steps().stream().map(this::step).toList());
    }
    if (!rule.isKept()) {
      spec.put("drop", true);
    }
    boolean plain = spec.size() == 1;
    if (plain && rule.origin() instanceof Origin.IngestTime) {
      return "ingest-time";
    }
    return plain && rule.origin().equals(new Origin.OfColumn(rule.name())) ? "copy" : spec;
  }

  private Map<String, Object> origin(Origin origin) {
    Map<String, Object> spec = new LinkedHashMap<>();
    if (origin instanceof Origin.OfColumn of) {
      spec.put("copy", of.column());
    } else if (origin instanceof Origin.Coalesce coalesce) {
      spec.put("coalesce", coalesce.columns());
    } else if (origin instanceof Origin.Constant constant) {
      spec.put("constant", text.apply(constant.text()));
      if (constant.type() != Type.STRING) {
        spec.put("type", constant.type().sqlName());
      }
    } else {
      spec.put("ingest-time", true);
    }
    return spec;
  }

  private Object step(Step step) {
    if (step instanceof Step.Trim) {
      return "trim";
    }
    if (step instanceof Step.Lower) {
      return "lower";
    }
    if (step instanceof Step.Upper) {
      return "upper";
    }
    if (step instanceof Step.Hour) {
      return "hour";
    }
    if (step instanceof Step.Replace replace) {
      return EffectiveYaml.ordered(
          "replace", text.apply(replace.regex()), "with", text.apply(replace.with()));
    }
    if (step instanceof Step.Extract extract) {
      return EffectiveYaml.ordered(
          "extract", text.apply(extract.regex()), "group", extract.group());
    }
    if (step instanceof Step.MapValues map) {
      Map<String, Object> values = new LinkedHashMap<>();
      map.values().forEach((from, to) -> values.put(text.apply(from), shown(to)));
      return Map.of("map", values);
    }
    if (step instanceof Step.Default given) {
      return Map.of("default", text.apply(given.text()));
    }
    if (step instanceof Step.Cast cast) {
      return Map.of("cast", cast.type().sqlName());
    }
    if (step instanceof Step.FromEpoch from) {
      return Map.of("from-epoch", Words.of(from.unit()));
    }
    return Map.of("json-path", text.apply(((Step.JsonText) step).path()));
  }

  private Object shown(String value) {
    return value == null ? null : text.apply(value);
  }
}
