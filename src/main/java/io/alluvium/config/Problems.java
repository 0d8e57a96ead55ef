package io.alluvium.config;

import io.alluvium.error.Errors;
import io.alluvium.error.UserException;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Collects what is wrong, so that the reader sees all of it at once. */
final class Problems {
  private static final Comparator<Problem> AS_WRITTEN =
      Comparator.comparing((Problem problem) -> problem.location().isOverride())
          .thenComparingInt(problem -> problem.location().line());

  private final String source;
  private final Set<Problem> problems = new LinkedHashSet<>();

  Problems(String source) {
    this.source = source;
  }

  void add(Location location, String path, String reason, String remedy) {
    problems.add(new Problem(location, path, reason, remedy));
  }

  void add(Location location, String path, BadValueException bad) {
    add(location, path, bad.reason(), bad.remedy());
  }

  /** Throws {@link UserException} with every problem in the order of the file, if there is one. */
  void throwIfAny() {
    if (!problems.isEmpty()) {
      throw asException();
    }
  }

  boolean isEmpty() {
    return problems.isEmpty();
  }

  UserException asException() {
    return Errors.badConfiguration(
        source, problems.stream().sorted(AS_WRITTEN).map(Problem::toString).toList());
  }
}
