package io.alluvium.config;

import static io.alluvium.config.Key.optional;
import static io.alluvium.config.Key.required;
import static io.alluvium.config.Key.withDefault;

import io.alluvium.config.BronzeConfig.Compaction;
import io.alluvium.config.BronzeConfig.Engine;
import io.alluvium.config.Deletion.Expiry;
import io.alluvium.config.Deletion.Tombstones;
import io.alluvium.config.Matching.OnMatch;
import io.alluvium.config.SourceConfig.Edge;
import io.alluvium.config.SourceConfig.OnGap;
import io.alluvium.config.SourceConfig.Start;
import io.alluvium.derive.Condition;
import io.alluvium.oci.OciAccess.Auth;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Every key of the pipeline file besides Kafka's own; {@code docs/configuration.md} explains. */
final class Keys {
  static final Key<String> NAME = required("name", ValueTypes.KAFKA_ID, "name: tfl");

  static final Key<String> SOURCE_TOPIC =
      required("source.topic", ValueTypes.KAFKA_ID, "topic: arrivals");
  static final Key<Start> SOURCE_START =
      withDefault(
          "source.start",
          new StartType(
              new Words<>(Map.of("earliest", Edge.EARLIEST, "latest", Edge.LATEST), Map.of())),
          "earliest");
  static final Key<Start> SOURCE_SILVER_START =
      optional(
          "source.silver-start",
          new StartType(new Words<>(Map.of("earliest", Edge.EARLIEST), Map.of())));
  static final Key<OnGap> SOURCE_ON_GAP =
      withDefault(
          "source.on-gap",
          new Words<>(Map.of("stop", OnGap.STOP, "continue", OnGap.CONTINUE), Map.of()),
          "stop");

  static final Key<Duration> SOURCE_FETCH_INTERVAL =
      optional("source.fetch-interval", ValueTypes.POSITIVE_DURATION);

  static final Key<String> REKEY_TOPIC = optional("rekey.topic", ValueTypes.KAFKA_ID);

  static final Key<String> BRONZE_PATH =
      required("bronze.path", ValueTypes.TEXT, "path: alluvium-data/bronze");
  static final Key<String> BRONZE_TABLE = withDefault("bronze.table", ValueTypes.TABLE, "bronze");
  static final Key<Duration> BRONZE_FLUSH_INTERVAL =
      withDefault("bronze.flush-interval", ValueTypes.POSITIVE_DURATION, "2s");
  static final Key<List<String>> BRONZE_PARTITION_BY =
      withDefault("bronze.partition-by", ValueTypes.NAMES, "[]");
  static final Key<String> BRONZE_QUARANTINE_PATH =
      optional("bronze.quarantine-path", ValueTypes.TEXT);
  static final Key<Engine> BRONZE_ENGINE =
      withDefault(
          "bronze.engine",
          new Words<>(Map.of("standalone", Engine.STANDALONE, "kernel", Engine.KERNEL), Map.of()),
          "standalone");
  static final Key<Compaction> BRONZE_COMPACTION =
      withDefault(
          "bronze.compaction",
          new Words<>(Map.of("on", Compaction.ON, "off", Compaction.OFF), Map.of()),
          "on");
  static final Key<Long> BRONZE_TARGET_FILE_SIZE =
      withDefault("bronze.target-file-size", ValueTypes.BYTES, "128MB");
  static final Key<Node.Fields> BRONZE_COLUMNS =
      required("bronze.columns", ValueTypes.COLUMNS, "columns: {id: string, raw: payload}");

  static final Key<String> SILVER_PATH =
      required("silver.path", ValueTypes.TEXT, "path: alluvium-data/silver");
  static final Key<String> SILVER_TABLE = withDefault("silver.table", ValueTypes.TABLE, "silver");
  static final Key<Duration> SILVER_FLUSH_INTERVAL =
      withDefault("silver.flush-interval", ValueTypes.POSITIVE_DURATION, "5s");
  static final Key<List<String>> SILVER_PARTITION_BY =
      withDefault("silver.partition-by", ValueTypes.NAMES, "[]");
  static final Key<List<String>> SILVER_KEY = required("silver.key", ValueTypes.NAMES, "key: [id]");
  static final Key<List<String>> SILVER_SEQUENCE_BY =
      optional("silver.sequence-by", ValueTypes.NAMES);
  static final Key<OnMatch> SILVER_ON_MATCH =
      withDefault(
          "silver.on-match",
          new Words<>(
              Map.of(
                  "newer", OnMatch.NEWER,
                  "changed", OnMatch.CHANGED,
                  "always", OnMatch.ALWAYS,
                  "never", OnMatch.NEVER),
              Map.of()),
          "newer");
  static final Key<List<String>> SILVER_COMPARE = optional("silver.compare", ValueTypes.NAMES);
  static final Key<Condition> SILVER_DELETE_WHEN =
      optional("silver.delete-when", ValueTypes.CONDITION);
  static final Key<Tombstones> SILVER_TOMBSTONES =
      withDefault(
          "silver.tombstones",
          new Words<>(
              Map.of(
                  "ignore", Tombstones.IGNORE,
                  "raw-key", Tombstones.RAW_KEY,
                  "json-key", Tombstones.JSON_KEY),
              Map.of()),
          "ignore");
  static final Key<Duration> SILVER_REMEMBER_DELETES =
      withDefault("silver.remember-deletes", ValueTypes.POSITIVE_DURATION, "7d");
  static final Key<Expiry> SILVER_EXPIRE_AFTER = optional("silver.expire-after", ValueTypes.EXPIRY);
  static final Key<Boolean> SILVER_DELETION_VECTORS =
      withDefault("silver.deletion-vectors", trueOrFalse(), "true");
  static final Key<Boolean> SILVER_CHANGE_DATA_FEED =
      withDefault("silver.change-data-feed", trueOrFalse(), "false");
  static final Key<Long> SILVER_TARGET_FILE_SIZE =
      withDefault("silver.target-file-size", ValueTypes.BYTES, "128MB");
  static final Key<Node.Fields> SILVER_COLUMNS =
      required("silver.columns", ValueTypes.COLUMNS, "columns: {id: copy, updated: copy}");

  static final Key<Duration> TABLES_LOG_RETENTION =
      withDefault("tables.log-retention", ValueTypes.POSITIVE_DURATION, "1d");
  static final Key<Integer> TABLES_CHECKPOINT_INTERVAL =
      withDefault("tables.checkpoint-interval", ValueTypes.COMMITS, "100");

  static final Key<Long> LIMITS_BUFFER = withDefault("limits.buffer", ValueTypes.BYTES, "32MB");
  static final Key<Duration> LIMITS_STORAGE_DEADLINE =
      withDefault("limits.storage-deadline", ValueTypes.POSITIVE_DURATION, "2m");

  static final Key<String> MANAGEMENT_ADDRESS =
      withDefault("management.address", ValueTypes.ADDRESS, "127.0.0.1");
  static final Key<OptionalInt> MANAGEMENT_PORT =
      withDefault("management.port", ValueTypes.PORT, "off");

  static final Key<Duration> SECRETS_CHECK_INTERVAL =
      withDefault("secrets.check-interval", ValueTypes.POSITIVE_DURATION, "1m");

  static final Key<Auth> OCI_AUTH =
      withDefault(
          "oci.auth",
          new Words<>(
              Map.of(
                  "config-file", Auth.CONFIG_FILE,
                  "instance", Auth.INSTANCE,
                  "resource", Auth.RESOURCE,
                  "workload", Auth.WORKLOAD),
              Map.of()),
          "config-file");
  static final Key<String> OCI_CONFIG_FILE =
      withDefault("oci.config-file", ValueTypes.TEXT, "~/.oci/config");
  static final Key<String> OCI_PROFILE = withDefault("oci.profile", ValueTypes.TEXT, "DEFAULT");
  static final Key<String> OCI_REGION = optional("oci.region", ValueTypes.REGION);
  static final Key<String> OCI_ENDPOINTS_SECRETS =
      optional("oci.endpoints.secrets", ValueTypes.ENDPOINT);
  static final Key<String> OCI_ENDPOINTS_LOGGING =
      optional("oci.endpoints.logging", ValueTypes.ENDPOINT);
  static final Key<String> OCI_ENDPOINTS_OBJECT_STORAGE =
      optional("oci.endpoints.object-storage", ValueTypes.ENDPOINT);
  static final Key<String> OCI_LOG = optional("oci.log", ValueTypes.LOG_OCID);

  static final List<Key<?>> ALL =
      List.of(
          NAME,
          SOURCE_TOPIC,
          SOURCE_START,
          SOURCE_SILVER_START,
          SOURCE_ON_GAP,
          SOURCE_FETCH_INTERVAL,
          REKEY_TOPIC,
          BRONZE_PATH,
          BRONZE_TABLE,
          BRONZE_FLUSH_INTERVAL,
          BRONZE_PARTITION_BY,
          BRONZE_QUARANTINE_PATH,
          BRONZE_ENGINE,
          BRONZE_COMPACTION,
          BRONZE_TARGET_FILE_SIZE,
          BRONZE_COLUMNS,
          SILVER_PATH,
          SILVER_TABLE,
          SILVER_FLUSH_INTERVAL,
          SILVER_PARTITION_BY,
          SILVER_KEY,
          SILVER_SEQUENCE_BY,
          SILVER_ON_MATCH,
          SILVER_COMPARE,
          SILVER_DELETE_WHEN,
          SILVER_TOMBSTONES,
          SILVER_REMEMBER_DELETES,
          SILVER_EXPIRE_AFTER,
          SILVER_DELETION_VECTORS,
          SILVER_CHANGE_DATA_FEED,
          SILVER_TARGET_FILE_SIZE,
          SILVER_COLUMNS,
          TABLES_LOG_RETENTION,
          TABLES_CHECKPOINT_INTERVAL,
          LIMITS_BUFFER,
          LIMITS_STORAGE_DEADLINE,
          MANAGEMENT_ADDRESS,
          MANAGEMENT_PORT,
          SECRETS_CHECK_INTERVAL,
          OCI_AUTH,
          OCI_CONFIG_FILE,
          OCI_PROFILE,
          OCI_REGION,
          OCI_ENDPOINTS_SECRETS,
          OCI_ENDPOINTS_LOGGING,
          OCI_ENDPOINTS_OBJECT_STORAGE,
          OCI_LOG);

  private Keys() {}

  private static ValueType<Boolean> trueOrFalse() {
    return new Words<>(Map.of("true", true, "false", false), Map.of());
  }
}
