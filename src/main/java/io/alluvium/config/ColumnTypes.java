package io.alluvium.config;

import io.alluvium.row.Type;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The types that a column of the pipeline file can be given. */
final class ColumnTypes {
  private static final Set<Type> TYPES = EnumSet.complementOf(EnumSet.of(Type.BINARY));
  static final List<String> NAMES = TYPES.stream().map(Type::sqlName).toList();

  private ColumnTypes() {}

  static Optional<Type> find(String name) {
    return TYPES.stream().filter(type -> type.sqlName().equals(name)).findFirst();
  }

  static Type parse(String name) throws BadValueException {
    Optional<Type> type = find(name);
    if (type.isEmpty()) {
      throw new BadValueException(
          "\"" + name + "\" is no column type", Suggestion.among(name, NAMES));
    }
    return type.get();
  }
}
