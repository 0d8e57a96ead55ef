package io.alluvium.delta.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a table gets rid of features that can't be written here: statements that were tried with
 * Delta 4.4 on Spark 4.1. {@code t} stands for the table.
 */
final class FeatureSteps {
  private static final Map<String, List<String>> STEPS = steps();

  private FeatureSteps() {}

  /** The statements in the order in which they are run, dependent features first. */
  static List<String> drop(List<String> features) {
    Set<String> known = new LinkedHashSet<>(STEPS.keySet());
    known.retainAll(features);
    List<String> statements = new ArrayList<>();
    known.forEach(feature -> statements.addAll(STEPS.get(feature)));
    for (String feature : features) {
      // A version number, such as "writer version 9", is no feature.
      if (!STEPS.containsKey(feature) && feature.indexOf(' ') < 0) {
        statements.add(dropFeature(feature));
      }
    }
    return statements;
  }

  /** In the order in which they depend on each other. */
  private static Map<String, List<String>> steps() {
    Map<String, List<String>> steps = new LinkedHashMap<>();
    for (String version : List.of("V1", "V2")) {
      // Can't be dropped. Switched off it asks nothing, and then column mapping can be, too.
      steps.put(
          "icebergCompat" + version,
          List.of(
              "ALTER TABLE t UNSET TBLPROPERTIES IF EXISTS"
                  + " ('delta.universalFormat.enabledFormats')",
              set("delta.enableIcebergCompat" + version, "false")));
    }
    // Rewrites the data files.
    steps.put("columnMapping", List.of(set("delta.columnMapping.mode", "none")));
    steps.put("rowTracking", List.of(dropFeature("rowTracking")));
    for (String permanent : List.of("clustering", "icebergCompatV3", "identityColumns")) {
      steps.put(permanent, List.of("CREATE TABLE u USING delta AS SELECT * FROM t"));
    }
    steps.put("domainMetadata", List.of(dropFeature("domainMetadata")));
    return steps;
  }

  private static String set(String property, String value) {
    return "ALTER TABLE t SET TBLPROPERTIES ('" + property + "' = '" + value + "')";
  }

  private static String dropFeature(String feature) {
    return "ALTER TABLE t DROP FEATURE " + feature;
  }
}
