package io.alluvium.inspect.verify;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Gathers what is found, with a few examples of each kind. For one thread. */
final class Findings {
  static final int EXAMPLES = 10;

  private final Map<Finding.Kind, Long> counts = new EnumMap<>(Finding.Kind.class);
  private final Map<Finding.Kind, List<String>> examples = new EnumMap<>(Finding.Kind.class);
  private final List<String> notices = new ArrayList<>();

  void add(Finding.Kind kind, String example) {
    count(kind);
    if (wantsExample(kind)) {
      examples.computeIfAbsent(kind, k -> new ArrayList<>()).add(example);
    }
  }

  /** Counts one whose example follows with {@link #example}, or isn't wanted. */
  void count(Finding.Kind kind) {
    counts.merge(kind, 1L, Long::sum);
  }

  void example(Finding.Kind kind, String example) {
    examples.computeIfAbsent(kind, k -> new ArrayList<>()).add(example);
  }

  boolean wantsExample(Finding.Kind kind) {
    return examples.getOrDefault(kind, List.of()).size() < EXAMPLES;
  }

  void notice(String text) {
    notices.add(text);
  }

  List<Finding> found() {
    return counts.entrySet().stream()
        .map(
            e ->
                new Finding(e.getKey(), e.getValue(), examples.getOrDefault(e.getKey(), List.of())))
        .toList();
  }

  List<String> notices() {
    return List.copyOf(notices);
  }
}
