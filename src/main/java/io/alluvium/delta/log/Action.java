package io.alluvium.delta.log;

import io.alluvium.delta.DataFile;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One line of a commit, as far as this program needs it (Delta protocol, "Actions"). Unknown
 * actions are skipped when a commit is read: those that matter come with a writer feature, and
 * tables with unknown features are refused.
 */
public sealed interface Action {
  /**
   * @param timestamp milliseconds since the epoch
   * @param parameters raw JSON by name
   * @param txnId unique to the commit, null if its writer gave none
   * @param readVersion the version that the writer knew, or {@link #READ_VERSION_UNKNOWN}. Read
   *     only: a commit of ours always knows the version before it, unless it went through
   *     delta-standalone, which writes this itself
   */
  record CommitInfo(
      long timestamp,
      String operation,
      Map<String, String> parameters,
      Map<String, String> metrics,
      String engineInfo,
      String txnId,
      boolean blindAppend,
      long readVersion)
      implements Action {
    public static final long READ_VERSION_UNKNOWN = -1;

    /** What is written. */
    public CommitInfo(
        long timestamp,
        String operation,
        Map<String, String> parameters,
        Map<String, String> metrics,
        String engineInfo,
        String txnId,
        boolean blindAppend) {
      this(
          timestamp,
          operation,
          parameters,
          metrics,
          engineInfo,
          txnId,
          blindAppend,
          READ_VERSION_UNKNOWN);
    }
  }

  /**
   * @param lastUpdated milliseconds since the epoch
   */
  record Txn(String appId, long version, long lastUpdated) implements Action {}

  record Add(DataFile file, boolean dataChange) implements Action {}

  /**
   * @param file path, partition values and size are what counts
   * @param deletionTimestamp milliseconds since the epoch
   */
  record Remove(DataFile file, long deletionTimestamp, boolean dataChange) implements Action {}

  /**
   * Says what rows a version changed (Delta protocol, "Add CDC File"). Written only: what a commit
   * says in it, its other actions say too.
   *
   * @param file path, partition values and size are what counts
   */
  record ChangeData(DataFile file) implements Action {}

  /**
   * @param schemaString the schema in Delta's JSON form
   * @param createdTime milliseconds since the epoch
   * @param name nullable
   * @param description nullable
   */
  record Metadata(
      String id,
      String schemaString,
      List<String> partitionColumns,
      Map<String, String> configuration,
      long createdTime,
      String name,
      String description)
      implements Action {
    /** Of a table without a name or a description. */
    public Metadata(
        String id,
        String schemaString,
        List<String> partitionColumns,
        Map<String, String> configuration,
        long createdTime) {
      this(id, schemaString, partitionColumns, configuration, createdTime, null, null);
    }
  }

  /** The features are empty below reader version 3 and writer version 7. */
  record Protocol(
      int minReaderVersion,
      int minWriterVersion,
      Set<String> readerFeatures,
      Set<String> writerFeatures)
      implements Action {}
}
