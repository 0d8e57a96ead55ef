package io.alluvium.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file of a checkpoint's {@code offsets}: a line {@code v1}, a line of JSON about the query, and
 * a line a source (Spark's OffsetSeqLog, the same from 2.1 to 4.1).
 *
 * @param sources one each, in the order of the query
 */
record OffsetLogEntry(List<SourceOffset> sources) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final String VERSION = "v1";

  /**
   * Reads it.
   *
   * @throws MalformedEntryException if it isn't one that is known
   */
  static OffsetLogEntry parse(String text) throws MalformedEntryException {
    List<String> lines = text.lines().toList();
    String version = lines.isEmpty() ? "" : lines.get(0).strip();
    if (!version.equals(VERSION)) {
      throw version.matches("v\\d+")
          ? new MalformedEntryException(
              "it has the log version " + version + ", and only " + VERSION + " is known")
          : new MalformedEntryException("it doesn't begin with " + VERSION);
    }
    if (lines.size() < 3) {
      throw new MalformedEntryException("it ends before its offsets");
    }
    List<SourceOffset> sources = new ArrayList<>();
    for (String line : lines.subList(2, lines.size())) {
      sources.add(offset(line.strip()));
    }
    return new OffsetLogEntry(List.copyOf(sources));
  }

  private static SourceOffset offset(String line) throws MalformedEntryException {
    // What Spark writes for a source that has given nothing yet.
    if (line.equals("-")) {
      return new SourceOffset.Other(line);
    }
    JsonNode json;
    try {
      json = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new MalformedEntryException("\"" + shortened(line) + "\" is no JSON");
    }
    if (json.has("reservoirId")) {
      return delta(json);
    }
    return isKafka(json) ? kafka(json) : new SourceOffset.Other(shortened(line));
  }

  private static boolean isKafka(JsonNode json) {
    if (!json.isObject() || json.isEmpty()) {
      return false;
    }
    for (JsonNode topic : json) {
      if (!topic.isObject()) {
        return false;
      }
    }
    return true;
  }

  private static SourceOffset kafka(JsonNode json) throws MalformedEntryException {
    Map<String, Map<Integer, Long>> topics = new TreeMap<>();
    for (Map.Entry<String, JsonNode> topic : json.properties()) {
      Map<Integer, Long> partitions = new TreeMap<>();
      for (Map.Entry<String, JsonNode> partition : topic.getValue().properties()) {
        JsonNode offset = partition.getValue();
        // The -1 and -2 of startingOffsets are resolved before anything is logged.
        if (!partition.getKey().matches("\\d{1,9}")
            || !offset.canConvertToExactIntegral()
            || !offset.canConvertToLong()
            || offset.asLong() < 0) {
          throw new MalformedEntryException(
              "\"%s\": %s of topic %s is no partition with its offset"
                  .formatted(partition.getKey(), offset, topic.getKey()));
        }
        partitions.put(Integer.valueOf(partition.getKey()), offset.asLong());
      }
      topics.put(topic.getKey(), partitions);
    }
    return new SourceOffset.Kafka(topics);
  }

  private static SourceOffset delta(JsonNode json) throws MalformedEntryException {
    if (!json.path("reservoirId").isTextual()
        || !json.path("reservoirVersion").canConvertToLong()
        || !json.path("index").canConvertToLong()
        || !json.path("isStartingVersion").isBoolean()) {
      throw new MalformedEntryException(shortened(json.toString()) + " is no offset in a table");
    }
    return new SourceOffset.Delta(
        json.get("reservoirId").asText(),
        json.get("reservoirVersion").asLong(),
        json.get("index").asLong(),
        json.get("isStartingVersion").asBoolean());
  }

  private static String shortened(String text) {
    return text.length() > 100 ? text.substring(0, 100) + "…" : text;
  }
}
