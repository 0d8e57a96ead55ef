package io.alluvium.ops;

import java.util.List;

/**
 * Every metric of our own. The names are a contract with dashboards and alerts; {@code
 * docs/operations.md} explains them. Each has the label {@code pipeline} before those named here.
 */
public enum AlluviumMetric {
  UP(Kind.GAUGE, "up", "1 while the pipeline hasn't ended and all its threads are there"),
  READY(Kind.GAUGE, "ready", "1 while /readyz would say 200 if it were for this pipeline alone"),

  LOG_ENTRIES(Kind.COUNTER, "oci_log_entries", "Entries meant for OCI Logging", "result"),

  RECORDS(Kind.COUNTER, "records", "Records taken from the topic, again or not"),
  FAULTS(Kind.COUNTER, "faults", "Messages that couldn't be taken as they are", "reason"),
  LEFT_OUT(Kind.COUNTER, "silver_left_out", "Records kept out of silver", "reason"),
  DELETES(Kind.COUNTER, "silver_deletes", "Records that deleted their key, there or not"),
  SPREAD_KEYS(Kind.COUNTER, "silver_spread_keys", "Rows whose key is in another partition, too"),
  REKEYED(Kind.COUNTER, "rekeyed", "Messages sent to the re-keyed topic, again or not"),
  REKEYED_AGAIN(Kind.COUNTER, "rekeyed_again", "Those of them that silver had taken before"),
  RESTARTS(Kind.COUNTER, "restarts", "How often tasks started again from what is durable"),

  ROWS(Kind.COUNTER, "rows", "Rows committed, copies left aside", "table"),
  VERSION(Kind.GAUGE, "table_version", "Version of this process's last commit", "table"),
  COMMITS(Kind.HISTOGRAM, "commit_seconds", "From taking batches up to their commit", "table"),
  RETRIES(Kind.COUNTER, "commit_retries", "Attempts that storage failed", "table"),
  CONFLICTS(
      Kind.COUNTER, "commit_conflicts", "Attempts in whose way others' were", "table", "kind"),
  MERGES(Kind.COUNTER, "merges", "Commits that merged small files", "table"),
  MERGED_FILES(Kind.COUNTER, "merged_files", "Files that went into merged ones", "table"),
  MERGED_BYTES(Kind.COUNTER, "merged_bytes", "Bytes of these files", "table"),

  TABLE_FILES(Kind.GAUGE, "table_files", "Data files of the newest version", "table"),
  TABLE_BYTES(Kind.GAUGE, "table_bytes", "Bytes of these files", "table"),
  TABLE_ROWS(Kind.GAUGE, "table_rows", "Rows of the newest version, by its statistics", "table"),

  FRESHNESS(Kind.GAUGE, "freshness_seconds", "Age of the newest record in the table", "table"),
  VALID_THROUGH(
      Kind.GAUGE,
      "valid_through_seconds",
      "Record time up to which the table is complete",
      "table"),

  LAG(Kind.GAUGE, "lag", "Records not taken yet, -1 if unknown", "partition"),
  REKEYED_LAG(Kind.GAUGE, "rekeyed_lag", "Re-keyed messages not taken yet", "partition"),
  DURABLE(Kind.GAUGE, "durable_offset", "The next offset that both tables need", "partition"),
  LOADED(Kind.GAUGE, "loaded_ratio", "How much of silver's rows is loaded", "partition"),
  STORE_KEYS(Kind.GAUGE, "store_keys", "Keys of silver that are held in memory", "partition"),
  STORE_BYTES(Kind.GAUGE, "store_bytes", "Bytes of their rows", "partition"),

  KAFKA_RECORDS(
      Kind.COUNTER, "kafka_consumed_records", "records-consumed-total", "topic", "thread"),
  KAFKA_BYTES(Kind.COUNTER, "kafka_consumed_bytes", "bytes-consumed-total", "topic", "thread"),
  KAFKA_FETCH(Kind.GAUGE, "kafka_fetch_seconds", "fetch-latency-avg", "topic", "thread"),
  KAFKA_CONNECTIONS(Kind.GAUGE, "kafka_connections", "connection-count", "topic", "thread"),
  KAFKA_POLLED(Kind.GAUGE, "kafka_last_poll_seconds", "last-poll-seconds-ago", "topic", "thread"),
  KAFKA_HEARTBEAT(
      Kind.GAUGE, "kafka_last_heartbeat_seconds", "last-heartbeat-seconds-ago", "topic", "thread"),
  KAFKA_REBALANCES(Kind.COUNTER, "kafka_rebalances", "rebalance-total", "topic", "thread"),
  KAFKA_PROCESS(Kind.GAUGE, "kafka_process_ratio", "process-ratio", "topic", "thread"),
  KAFKA_POLL(Kind.GAUGE, "kafka_poll_ratio", "poll-ratio", "topic", "thread");

  /** What Prometheus makes of it. */
  enum Kind {
    COUNTER,
    GAUGE,
    HISTOGRAM
  }

  private final Kind kind;
  private final String family;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // List.of makes them
  private final List<String> labels;

  AlluviumMetric(Kind kind, String name, String help, String... labels) {
    this.kind = kind;
    this.family = "alluvium_" + name;
    this.help = help;
    this.labels = List.of(labels);
  }

  Kind kind() {
    return kind;
  }

  /** Its name without the endings that the text format adds. */
  String family() {
    return family;
  }

  String help() {
    return help;
  }

  /** Its labels besides {@code pipeline}. */
  public List<String> labels() {
    return labels;
  }

  /** The name to ask Prometheus for; of a histogram the one without an ending. */
  public String exposed() {
    return kind == Kind.COUNTER ? family + "_total" : family;
  }
}
