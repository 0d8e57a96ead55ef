package io.alluvium.delta.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
  /** Gives what it doesn't know back as it was, numbers among it. */
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

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
    schema.columns().forEach(column -> put(column, fields.addObject()));
    return struct.toString();
  }

  /**
   * The schema with further columns at its end, which Spark's {@code ADD COLUMNS} chooses too. What
   * the others have stays, metadata included.
   */
  static String with(String schemaString, List<Column> added) {
    ObjectNode struct = (ObjectNode) parse(schemaString);
    ArrayNode fields = (ArrayNode) struct.path("fields");
    added.forEach(column -> put(column, fields.addObject()));
    return struct.toString();
  }

  /** The columns in the form of the history's {@code ADD COLUMNS}. */
  static String additions(List<Column> added) {
    ArrayNode columns = MAPPER.createArrayNode();
    added.forEach(column -> put(column, columns.addObject().putObject("column")));
    return columns.toString();
  }

  private static ObjectNode put(Column column, ObjectNode to) {
    to.put("name", column.name())
        .put("type", column.type().deltaName())
        .put("nullable", true)
        .putObject("metadata");
    return to;
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
