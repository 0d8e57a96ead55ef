package io.alluvium.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The overrides of a command line with several pipelines: {@code key=value} is for all of them,
 * {@code name:key=value} for the one of that name. Their order stays, so that the last one holds.
 */
record ScopedOverrides(List<String> written) {
  private static final Pattern SCOPED =
      Pattern.compile("([a-zA-Z0-9._-]+):([^=]*=.*)", Pattern.DOTALL);

  /** Those for every pipeline. */
  List<String> general() {
    return written.stream().filter(override -> !SCOPED.matcher(override).matches()).toList();
  }

  /** Those for the pipeline of this name, without the name. */
  List<String> of(String name) {
    return written.stream().map(override -> of(name, override)).flatMap(Optional::stream).toList();
  }

  private static Optional<String> of(String name, String override) {
    Matcher scoped = SCOPED.matcher(override);
    if (!scoped.matches()) {
      return Optional.of(override);
    }
    return scoped.group(1).equals(name) ? Optional.of(scoped.group(2)) : Optional.empty();
  }

  /** The names before the colons. */
  Set<String> names() {
    return written.stream()
        .map(SCOPED::matcher)
        .filter(Matcher::matches)
        .map(scoped -> scoped.group(1))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
