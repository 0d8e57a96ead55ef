package io.alluvium.delta.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.DeletionVector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Actions to and from the JSON lines of a commit file (Delta protocol, "Actions"). */
public final class ActionJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private ActionJson() {}

  /** One line without its end. */
  public static String write(Action action) {
    ObjectNode line = MAPPER.createObjectNode();
    if (action instanceof Action.CommitInfo info) {
      write(info, line.putObject("commitInfo"));
    } else if (action instanceof Action.Txn txn) {
      line.putObject("txn")
          .put("appId", txn.appId())
          .put("version", txn.version())
          .put("lastUpdated", txn.lastUpdated());
    } else if (action instanceof Action.Add add) {
      write(add, line.putObject("add"));
    } else if (action instanceof Action.Remove remove) {
      write(remove, line.putObject("remove"));
    } else if (action instanceof Action.ChangeData change) {
      write(change, line.putObject("cdc"));
    } else if (action instanceof Action.Metadata metadata) {
      write(metadata, line.putObject("metaData"));
    } else if (action instanceof Action.Protocol protocol) {
      write(protocol, line.putObject("protocol"));
    }
    return line.toString();
  }

  /**
   * The line's action, empty if it is one that nobody here needs.
   *
   * @throws JsonProcessingException if the line is no JSON object
   */
  public static Optional<Action> read(String text) throws JsonProcessingException {
    JsonNode line = MAPPER.readTree(text);
    if (line.hasNonNull("commitInfo")) {
      return Optional.of(readCommitInfo(line.get("commitInfo")));
    }
    if (line.hasNonNull("txn")) {
      JsonNode txn = line.get("txn");
      return Optional.of(
          new Action.Txn(
              txn.path("appId").asText(),
              txn.path("version").asLong(),
              txn.path("lastUpdated").asLong()));
    }
    if (line.hasNonNull("add")) {
      JsonNode add = line.get("add");
      return Optional.of(new Action.Add(readFile(add), add.path("dataChange").asBoolean(true)));
    }
    if (line.hasNonNull("remove")) {
      JsonNode remove = line.get("remove");
      return Optional.of(
          new Action.Remove(
              readFile(remove),
              remove.path("deletionTimestamp").asLong(),
              remove.path("dataChange").asBoolean(true)));
    }
    if (line.hasNonNull("metaData")) {
      return Optional.of(readMetadata(line.get("metaData")));
    }
    if (line.hasNonNull("protocol")) {
      return Optional.of(readProtocol(line.get("protocol")));
    }
    return Optional.empty();
  }

  /** The row count that a file's statistics state, or -1 without one. */
  public static long numRecords(String stats) {
    try {
      return stats == null ? -1 : MAPPER.readTree(stats).path("numRecords").asLong(-1);
    } catch (JsonProcessingException e) {
      return -1;
    }
  }

  /** The version that a {@code _last_checkpoint} file names; empty if it names none. */
  static OptionalLong checkpointVersion(String text) {
    try {
      JsonNode version = MAPPER.readTree(text).path("version");
      return version.isIntegralNumber() ? OptionalLong.of(version.asLong()) : OptionalLong.empty();
    } catch (JsonProcessingException e) {
      return OptionalLong.empty();
    }
  }

  /** A text as a JSON string, quotes included; null as null. */
  public static String quote(String text) {
    return text == null ? null : MAPPER.getNodeFactory().textNode(text).toString();
  }

  /** A JSON object of strings. */
  static String object(Map<String, String> values) {
    ObjectNode object = MAPPER.createObjectNode();
    values.forEach(object::put);
    return object.toString();
  }

  /**
   * An operation parameter as Spark can read it: history parameters are a map of strings there, so
   * arrays and objects become strings that hold JSON.
   */
  public static String parameter(String raw) {
    try {
      return MAPPER.readTree(raw).isContainerNode() ? quote(raw) : raw;
    } catch (JsonProcessingException e) {
      return quote(raw);
    }
  }

  private static void write(Action.CommitInfo info, ObjectNode to) {
    to.put("timestamp", info.timestamp()).put("operation", info.operation());
    ObjectNode parameters = to.putObject("operationParameters");
    info.parameters().forEach((name, raw) -> parameters.set(name, rawNode(parameter(raw))));
    to.put("isolationLevel", "Serializable").put("isBlindAppend", info.blindAppend());
    ObjectNode metrics = to.putObject("operationMetrics");
    info.metrics().forEach(metrics::put);
    to.put("engineInfo", info.engineInfo()).put("txnId", info.txnId());
  }

  private static void write(Action.Add add, ObjectNode to) {
    DataFile file = add.file();
    to.put("path", file.path());
    putStrings(to, "partitionValues", file.partitionValues());
    to.put("size", file.size())
        .put("modificationTime", file.modificationTime())
        .put("dataChange", add.dataChange());
    if (file.stats() != null) {
      to.put("stats", file.stats());
    }
    if (!file.tags().isEmpty()) {
      putStrings(to, "tags", file.tags());
    }
    putVector(to, file.vector());
  }

  private static void write(Action.ChangeData change, ObjectNode to) {
    to.put("path", change.file().path());
    putStrings(to, "partitionValues", change.file().partitionValues());
    to.put("size", change.file().size()).put("dataChange", false);
  }

  private static void write(Action.Remove remove, ObjectNode to) {
    to.put("path", remove.file().path())
        .put("deletionTimestamp", remove.deletionTimestamp())
        .put("dataChange", remove.dataChange())
        .put("extendedFileMetadata", true);
    putStrings(to, "partitionValues", remove.file().partitionValues());
    to.put("size", remove.file().size());
    if (!remove.file().tags().isEmpty()) {
      putStrings(to, "tags", remove.file().tags());
    }
    putVector(to, remove.file().vector());
  }

  private static void putVector(ObjectNode to, DeletionVector vector) {
    if (vector == null) {
      return;
    }
    ObjectNode json =
        to.putObject("deletionVector")
            .put("storageType", vector.storageType())
            .put("pathOrInlineDv", vector.pathOrInline());
    if (vector.offset() != null) {
      json.put("offset", vector.offset());
    }
    json.put("sizeInBytes", vector.sizeInBytes()).put("cardinality", vector.cardinality());
  }

  private static void write(Action.Metadata metadata, ObjectNode to) {
    to.put("id", metadata.id());
    if (metadata.name() != null) {
      to.put("name", metadata.name());
    }
    if (metadata.description() != null) {
      to.put("description", metadata.description());
    }
    to.putObject("format").put("provider", "parquet").putObject("options");
    to.put("schemaString", metadata.schemaString());
    metadata.partitionColumns().forEach(to.putArray("partitionColumns")::add);
    putStrings(to, "configuration", metadata.configuration());
    to.put("createdTime", metadata.createdTime());
  }

  private static void write(Action.Protocol protocol, ObjectNode to) {
    to.put("minReaderVersion", protocol.minReaderVersion())
        .put("minWriterVersion", protocol.minWriterVersion());
    if (protocol.minReaderVersion() >= 3) {
      protocol.readerFeatures().forEach(to.putArray("readerFeatures")::add);
    }
    if (protocol.minWriterVersion() >= 7) {
      protocol.writerFeatures().forEach(to.putArray("writerFeatures")::add);
    }
  }

  private static Action.CommitInfo readCommitInfo(JsonNode info) {
    Map<String, String> parameters = new LinkedHashMap<>();
    info.path("operationParameters")
        .properties()
        .forEach(entry -> parameters.put(entry.getKey(), entry.getValue().toString()));
    JsonNode txnId = info.path("txnId");
    JsonNode parameterTxnId = info.path("operationParameters").path(Commits.TXN_ID);
    return new Action.CommitInfo(
        info.path("timestamp").asLong(),
        info.path("operation").asText(""),
        parameters,
        readStrings(info.path("operationMetrics")),
        info.path("engineInfo").asText(""),
        parameterTxnId.isTextual() ? parameterTxnId.asText() : txnId.asText(null),
        info.path("isBlindAppend").asBoolean(false),
        info.path("readVersion").asLong(Action.CommitInfo.READ_VERSION_UNKNOWN));
  }

  private static DataFile readFile(JsonNode file) {
    String stats = file.path("stats").asText(null);
    return new DataFile(
        file.path("path").asText(),
        readStrings(file.path("partitionValues")),
        file.path("size").asLong(),
        file.path("modificationTime").asLong(),
        numRecords(stats),
        stats,
        readStrings(file.path("tags")),
        readVector(file.path("deletionVector")));
  }

  private static DeletionVector readVector(JsonNode vector) {
    if (!vector.isObject()) {
      return null;
    }
    JsonNode offset = vector.path("offset");
    return new DeletionVector(
        vector.path("storageType").asText(),
        vector.path("pathOrInlineDv").asText(),
        offset.isNumber() ? offset.asInt() : null,
        vector.path("sizeInBytes").asInt(),
        vector.path("cardinality").asLong());
  }

  private static Action.Metadata readMetadata(JsonNode metadata) {
    List<String> partitionColumns = new ArrayList<>();
    metadata.path("partitionColumns").forEach(column -> partitionColumns.add(column.asText()));
    return new Action.Metadata(
        metadata.path("id").asText(),
        metadata.path("schemaString").asText(),
        partitionColumns,
        readStrings(metadata.path("configuration")),
        metadata.path("createdTime").asLong(),
        metadata.path("name").asText(null),
        metadata.path("description").asText(null));
  }

  private static Action.Protocol readProtocol(JsonNode protocol) {
    return new Action.Protocol(
        protocol.path("minReaderVersion").asInt(),
        protocol.path("minWriterVersion").asInt(),
        readSet(protocol.path("readerFeatures")),
        readSet(protocol.path("writerFeatures")));
  }

  private static JsonNode rawNode(String raw) {
    try {
      return MAPPER.readTree(raw);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + raw, e);
    }
  }

  private static void putStrings(ObjectNode to, String name, Map<String, String> values) {
    ObjectNode object = to.putObject(name);
    values.forEach(object::put);
  }

  private static Map<String, String> readStrings(JsonNode object) {
    Map<String, String> values = new LinkedHashMap<>();
    object.properties().forEach(entry -> values.put(entry.getKey(), entry.getValue().asText(null)));
    return values;
  }

  private static Set<String> readSet(JsonNode array) {
    Set<String> values = new LinkedHashSet<>();
    array.forEach(value -> values.add(value.asText()));
    return values;
  }
}
