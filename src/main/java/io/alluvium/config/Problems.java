package io.alluvium.config;

import io.alluvium.error.ConfigurationErrors;
import io.alluvium.error.UserException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** Collects what is wrong, so that the reader sees all of it at once. */
final class Problems {
  private static final Comparator<Problem> AS_WRITTEN =
      Comparator.comparing((Problem problem) -> problem.location().isOverride())
          .thenComparingInt(problem -> problem.location().line());

  private final String source;
  private final Secrets secrets;
  private final Set<Problem> problems = new LinkedHashSet<>();
  private final Set<String> unreadable = new HashSet<>();

  /**
   * @param secrets none of which is told
   */
  Problems(String source, Secrets secrets) {
    this.source = source;
    this.secrets = secrets;
  }

  /** For problems that nobody is told of. */
  static Problems untold() {
    return new Problems("", new Secrets());
  }

  /** Adds a problem, unless the value there couldn't even be read. */
  void add(Location location, String path, String reason, String remedy) {
    if (!unreadable.contains(path)) {
      problems.add(new Problem(location, path, reason, remedy));
    }
  }

  void add(Location location, String path, BadValueException bad) {
    add(location, path, bad.reason(), bad.remedy());
  }

  /** Adds a problem of a value whose content is unknown, so that nobody else complains of it. */
  void addUnreadable(Location location, String path, BadValueException bad) {
    problems.add(new Problem(location, path, bad.reason(), bad.remedy()));
    unreadable.add(path);
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
    return ConfigurationErrors.badConfiguration(
        source,
        problems.stream().sorted(AS_WRITTEN).map(Problem::toString).map(secrets::without).toList());
  }
}
