package io.alluvium.upsert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.DeletionVector;

/** A file of which some rows are deleted. */
final class MarkedFile {
  /** Bounds of decimals have more digits than a double. */
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private MarkedFile() {}

  /**
   * The same file with another vector. Its statistics then bound more rows than there are, which
   * they have to say (Delta protocol, "Per-file Statistics": {@code tightBounds}), and the number
   * of rows in the file must be among them ("Deletion Vectors").
   *
   * @param rows in the file, deleted ones among them
   */
  static DataFile of(DataFile file, long rows, DeletionVector vector) {
    return new DataFile(
        file.path(),
        file.partitionValues(),
        file.size(),
        file.modificationTime(),
        rows,
        statistics(file, rows),
        file.tags(),
        vector);
  }

  private static String statistics(DataFile file, long rows) {
    ObjectNode statistics = parse(file.stats()).put("numRecords", rows);
    return statistics.put("tightBounds", false).toString();
  }

  private static ObjectNode parse(String stats) {
    try {
      JsonNode node = stats == null ? null : MAPPER.readTree(stats);
      return node instanceof ObjectNode object ? object : MAPPER.createObjectNode();
    } catch (JsonProcessingException e) {
      // Statistics only let readers leave files out.
      return MAPPER.createObjectNode();
    }
  }
}
