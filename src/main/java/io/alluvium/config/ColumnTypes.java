package io.alluvium.config;

import io.alluvium.row.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The types that a column of the pipeline file can be given. */
final class ColumnTypes {
  static final List<String> NAMES =
      Stream.concat(
              Type.PLAIN.stream().filter(ColumnTypes::isAllowed).map(Type::sqlName),
              Stream.of("decimal(p,s)"))
          .toList();

  private static final String DECIMAL = "decimal";

  /** What other systems call the types. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "integer", "int",
          "long", "bigint",
          "text", "string",
          "varchar", "string",
          "float", "double",
          "number", "double",
          "bool", "boolean",
          "datetime", "timestamp");

  private ColumnTypes() {}

  /** Empty if the text isn't meant for a type at all. */
  static Optional<Type> find(String name) throws BadValueException {
    try {
      Optional<Type> type = Type.ofSqlName(name).filter(ColumnTypes::isAllowed);
      if (type.isEmpty() && name.startsWith(DECIMAL)) {
        throw new BadValueException(
            "\"" + name + "\" has no precision and scale",
            "write decimal(10,2) for ten digits, two of them after the point");
      }
      return type;
    } catch (IllegalArgumentException e) {
      throw new BadValueException(
          "\"" + name + "\" is out of bounds",
          "write a precision of 1 to %d, and a scale of 0 to the precision"
              .formatted(Type.MAX_PRECISION));
    }
  }

  private static boolean isAllowed(Type type) {
    return type != Type.BINARY;
  }

  static Type parse(String name) throws BadValueException {
    Optional<Type> type = find(name);
    if (type.isEmpty()) {
      throw new BadValueException("\"" + name + "\" is no column type", remedy(name, NAMES));
    }
    return type.get();
  }

  /**
   * What somebody may have meant who wrote no type.
   *
   * @param words that would do, types among them
   */
  static String remedy(String written, List<String> words) {
    String type = ELSEWHERE.get(written.toLowerCase(Locale.ROOT));
    return type == null ? Suggestion.among(written, words) : "did you mean \"" + type + "\"?";
  }

  /** Whether other systems have a type of this name. */
  static boolean isElsewhere(String written) {
    return ELSEWHERE.containsKey(written.toLowerCase(Locale.ROOT));
  }
}
