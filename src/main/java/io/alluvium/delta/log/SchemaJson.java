package io.alluvium.delta.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.alluvium.row.Column;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Schemas in Delta's JSON form (Delta protocol, "Schema Serialization Format"). */
final class SchemaJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * A column of a table that anybody may have made.
   *
   * @param type Delta's name, or JSON for a nested type
   * @param invariant whether a {@code delta.invariants} condition hangs on it
   */
  record Field(String name, String type, boolean nullable, boolean invariant) {
    /** The type if it is one that rows here can hold. */
    Optional<Type> known() {
      return Type.ofDeltaName(type);
    }
  }

  private SchemaJson() {}

  static String write(Schema schema) {
    ObjectNode struct = MAPPER.createObjectNode().put("type", "struct");
    ArrayNode fields = struct.putArray("fields");
    for (Column column : schema.columns()) {
      fields
          .addObject()
          .put("name", column.name())
          .put("type", column.type().deltaName())
          .put("nullable", true)
          .putObject("metadata");
    }
    return struct.toString();
  }

  static List<Field> fields(String schemaString) {
    List<Field> fields = new ArrayList<>();
    for (JsonNode field : parse(schemaString).path("fields")) {
      JsonNode type = field.path("type");
      fields.add(
          new Field(
              field.path("name").asText(),
              type.isTextual() ? type.asText() : type.toString(),
              field.path("nullable").asBoolean(true),
              field.path("metadata").has("delta.invariants")));
    }
    return fields;
  }

  /** The columns of known types; the others are left out. */
  static Schema read(String schemaString) {
    return new Schema(
        fields(schemaString).stream()
            .flatMap(field -> field.known().map(type -> new Column(field.name(), type)).stream())
            .toList());
  }

  private static JsonNode parse(String schemaString) {
    try {
      return MAPPER.readTree(schemaString);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the table's schema is no JSON: " + schemaString, e);
    }
  }
}
