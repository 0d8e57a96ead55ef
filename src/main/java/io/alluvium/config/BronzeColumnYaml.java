package io.alluvium.config;

import io.alluvium.decode.BronzeColumn;
import java.util.function.UnaryOperator;

/** Writes how a bronze column is made as the file that would say it. */
final class BronzeColumnYaml {
  private final UnaryOperator<String> text;

  /**
   * @param text makes a text that may be shown of a text of the file
   */
  BronzeColumnYaml(UnaryOperator<String> text) {
    this.text = text;
  }

  Object spec(BronzeColumn column) {
    if (column instanceof BronzeColumn.JsonField json) {
      return json.field().equals(json.name())
          ? json.type().sqlName()
          : EffectiveYaml.ordered("field", text.apply(json.field()), "type", json.type().sqlName());
    }
    if (column instanceof BronzeColumn.JsonText json) {
      return EffectiveYaml.ordered("json-text", text.apply(json.path()));
    }
    if (column instanceof BronzeColumn.Constant constant) {
      return EffectiveYaml.ordered("constant", text.apply(constant.value()));
    }
    if (column instanceof BronzeColumn.DateOf date) {
      return EffectiveYaml.ordered("date-of", date.column());
    }
    if (column instanceof BronzeColumn.HourOf hour) {
      return EffectiveYaml.ordered("hour-of", hour.column());
    }
    if (column instanceof BronzeColumn.FromRecord part) {
      return "record-" + Words.of(part.part());
    }
    if (column instanceof BronzeColumn.UnknownFields) {
      return "unknown-fields";
    }
    return column instanceof BronzeColumn.Payload ? "payload" : "ingest-time";
  }
}
