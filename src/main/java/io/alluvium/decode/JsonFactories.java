package io.alluvium.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;

/** What Spark's two readers of JSON take for JSON. */
final class JsonFactories {
  /** Spark leaves these as Jackson has them; written down so that an upgrade can't move them. */
  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNestingDepth(1000)
          .maxNumberLength(1000)
          .maxNameLength(50_000)
          .maxStringLength(20_000_000)
          .build();

  private JsonFactories() {}

  /** That of {@code from_json}. */
  static JsonFactory fields() {
    return factory(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS);
  }

  /** That of {@code get_json_object}. */
  static JsonFactory texts() {
    return factory(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS);
  }

  private static JsonFactory factory(JsonReadFeature feature) {
    return JsonFactory.builder()
        .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
        .enable(feature)
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
        .streamReadConstraints(LIMITS)
        .build();
  }
}
