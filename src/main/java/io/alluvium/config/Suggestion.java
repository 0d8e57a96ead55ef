package io.alluvium.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What somebody may have meant. */
final class Suggestion {
  private Suggestion() {}

  /** A remedy: the near name if there is one, or else all there are. */
  static String among(String written, Collection<String> names) {
    return near(written, names)
        .map(name -> "did you mean \"" + name + "\"?")
        .orElseGet(
            () ->
                switch (names.size()) {
                  case 0 -> "remove it";
                  case 1 -> "only " + names.iterator().next() + " does";
                  default -> "use one of " + String.join(", ", names);
                });
  }

  /** The nearest name by insertions, deletions and replacements, if it is near at all. */
  static Optional<String> near(String written, Collection<String> names) {
    int most = Math.min(3, written.length() / 3);
    return names.stream()
        .filter(name -> distance(written, name) <= most)
        .min(Comparator.comparingInt(name -> distance(written, name)));
  }

  private static int distance(String written, String name) {
    String a = written.toLowerCase(Locale.ROOT);
    String b = name.toLowerCase(Locale.ROOT);
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
