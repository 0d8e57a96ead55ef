package io.alluvium.ops;

import java.util.List;

/**
 * A metric's value at one moment.
 *
 * @param labels the values of {@link AlluviumMetric#labels}, in that order
 */
record Sample(AlluviumMetric metric, List<String> labels, double value) {
  static Sample of(AlluviumMetric metric, double value, String... labels) {
    return new Sample(metric, List.of(labels), value);
  }
}
