package io.alluvium.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.alluvium.config.SourceConfig.Edge;
import io.alluvium.config.SourceConfig.SparkCheckpoint;
import io.alluvium.delta.log.TableFeatures;
import io.alluvium.oci.OciAccess;
import io.alluvium.upsert.UpsertMode.Marking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a configuration as the file that would say it without defaults and expressions. */
final class EffectiveYaml {
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
          .build();

  private final Secrets secrets;

  EffectiveYaml(Secrets secrets) {
    this.secrets = secrets;
  }

  String write(PipelineConfig config) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("name", text(config.name()));
    document.put("kafka", foreign(config.kafka()));
    if (!config.hadoop().isEmpty()) {
      document.put("hadoop", foreign(config.hadoop()));
    }
    document.put("source", source(config.source()));
    config.rekey().ifPresent(r -> document.put("rekey", ordered("topic", text(r.topic()))));
    document.put("bronze", bronze(config.bronze()));
    document.put("silver", silver(config.silver()));
    document.put("tables", tables(config.tables()));
    document.put("limits", limits(config.limits()));
    document.put("management", management(config.management()));
    document.put("secrets", ordered("check-interval", duration(config.secretsCheckInterval())));
    document.put("oci", oci(config.oci()));
    try {
      return YAML.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps of strings always make YAML", e);
    }
  }

  private Map<String, Object> foreign(Map<String, String> settings) {
    Map<String, Object> shown = new LinkedHashMap<>();
    settings.forEach((key, value) -> shown.put(key, escaped(secrets.masked(key, value))));
    return shown;
  }

  private Map<String, Object> source(SourceConfig source) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("topic", text(source.topic()));
    if (source.start() instanceof SparkCheckpoint spark) {
      shown.put("start", text("spark-checkpoint:" + spark.bronze()));
      shown.put(
          "silver-start",
          spark.silver().map(path -> text("spark-checkpoint:" + path)).orElse("earliest"));
    } else {
      shown.put("start", word((Edge) source.start()));
    }
    shown.put("on-gap", word(source.onGap()));
    source.fetchInterval().ifPresent(span -> shown.put("fetch-interval", duration(span)));
    return shown;
  }

  private Map<String, Object> bronze(BronzeConfig bronze) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("path", text(bronze.table().path()));
    shown.put("table", text(bronze.table().name()));
    shown.put("quarantine-path", text(bronze.quarantinePath()));
    shown.put("flush-interval", duration(bronze.flushInterval()));
    shown.put("partition-by", bronze.table().partitionColumns());
    shown.put("engine", word(bronze.engine()));
    shown.put("compaction", word(bronze.compaction()));
    shown.put("target-file-size", bytes(bronze.targetFileBytes()));
    Map<String, Object> columns = new LinkedHashMap<>();
    BronzeColumnYaml yaml = new BronzeColumnYaml(this::text);
    bronze.columns().forEach(column -> columns.put(column.name(), yaml.spec(column)));
    shown.put("columns", columns);
    return shown;
  }

  private Map<String, Object> silver(SilverConfig silver) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("path", text(silver.table().path()));
    shown.put("table", text(silver.table().name()));
    shown.put("flush-interval", duration(silver.flushInterval()));
    shown.put("partition-by", silver.table().partitionColumns());
    shown.put("key", silver.key());
    Matching matching = silver.matching();
    shown.put("on-match", word(matching.onMatch()));
    if (!matching.sequenceBy().isEmpty()) {
      shown.put("sequence-by", matching.sequenceBy());
    }
    if (!matching.compare().isEmpty()) {
      shown.put("compare", matching.compare());
    }
    deletion(silver.deletion(), shown);
    shown.put("deletion-vectors", silver.marking() == Marking.VECTORS);
    shown.put(
        "change-data-feed",
        silver.table().properties().containsKey(TableFeatures.ENABLE_CHANGE_DATA));
    shown.put("target-file-size", bytes(silver.targetFileBytes()));
    RuleYaml rules = new RuleYaml(this::text);
    Map<String, Object> columns = new LinkedHashMap<>();
    silver.columns().forEach(column -> columns.put(column.name(), rules.spec(column)));
    shown.put("columns", columns);
    return shown;
  }

  private void deletion(Deletion deletion, Map<String, Object> shown) {
    deletion.when().ifPresent(when -> shown.put("delete-when", text(ConditionText.of(when))));
    shown.put("tombstones", Words.of(deletion.tombstones()));
    deletion.remember().ifPresent(span -> shown.put("remember-deletes", duration(span)));
    deletion
        .expiry()
        .ifPresent(
            expiry ->
                shown.put("expire-after", expiry.column() + " + " + duration(expiry.after())));
  }

  private static Map<String, Object> tables(TablesConfig tables) {
    return ordered(
        "log-retention",
        duration(tables.logRetention()),
        "checkpoint-interval",
        tables.checkpointInterval());
  }

  private static Map<String, Object> limits(LimitsConfig limits) {
    return ordered(
        "buffer",
        bytes(limits.bufferBytes()),
        "storage-deadline",
        duration(limits.storageDeadline()));
  }

  private static Map<String, Object> management(ManagementConfig management) {
    return ordered(
        "address",
        management.address(),
        "port",
        management.port().isPresent() ? management.port().getAsInt() : (Object) "off");
  }

  private Map<String, Object> oci(OciConfig oci) {
    OciAccess access = oci.access();
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("auth", word(access.auth()));
    if (access.auth() == OciAccess.Auth.CONFIG_FILE) {
      shown.put("config-file", text(access.configFile().toString()));
      shown.put("profile", text(access.profile()));
    }
    access.region().ifPresent(region -> shown.put("region", text(region)));
    Map<String, Object> endpoints = new LinkedHashMap<>();
    access.endpoints().secrets().ifPresent(url -> endpoints.put("secrets", text(url)));
    access.endpoints().logging().ifPresent(url -> endpoints.put("logging", text(url)));
    access.endpoints().objectStorage().ifPresent(url -> endpoints.put("object-storage", text(url)));
    if (!endpoints.isEmpty()) {
      shown.put("endpoints", endpoints);
    }
    oci.log().ifPresent(log -> shown.put("log", text(log)));
    return shown;
  }

  private String text(String value) {
    return escaped(secrets.masked(value));
  }

  private static String escaped(String value) {
    return value.replace("${", "$${");
  }

  private static String word(Enum<?> value) {
    return Words.of(value);
  }

  private static String duration(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
  }

  private static String bytes(long bytes) {
    return bytes % (1 << 20) == 0 ? (bytes >> 20) + "MB" : bytes + "B";
  }

  static Map<String, Object> ordered(Object... keysAndValues) {
    List<Object> pairs = new ArrayList<>(List.of(keysAndValues));
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.size(); i += 2) {
      map.put((String) pairs.get(i), pairs.get(i + 1));
    }
    return map;
  }
}
