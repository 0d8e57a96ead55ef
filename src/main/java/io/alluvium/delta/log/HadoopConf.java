package io.alluvium.delta.log;

import io.alluvium.delta.ConditionalPutLogStore;
import io.alluvium.delta.ConfiguredFileSystem;
import io.alluvium.delta.ForklessLocalFileSystem;
import io.alluvium.delta.LocalLogStore;
import io.delta.storage.AzureLogStore;
import io.delta.storage.GCSLogStore;
import io.delta.storage.LogStore;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Hadoop configuration that makes the Delta libraries use the same log stores as we do. */
public final class HadoopConf {
  /**
   * The log store of each scheme that tables may lie on, chosen by what the storage does atomically
   * (delta-storage, {@code LogStore}): a put that fails where there is something, or a rename.
   */
  public static final Map<String, Class<? extends LogStore>> LOG_STORES =
      Map.of(
          "file", LocalLogStore.class,
          "oci", ConditionalPutLogStore.class,
          "s3a", ConditionalPutLogStore.class,
          "abfs", AzureLogStore.class,
          "abfss", AzureLogStore.class,
          "gs", GCSLogStore.class);

  /** By name: these need jars that aren't there where nobody uses them. */
  private static final Map<String, String> FILE_SYSTEMS =
      Map.of(
          "oci", "io.alluvium.oci.storage.OciFileSystem",
          "s3a", "org.apache.hadoop.fs.s3a.S3AFileSystem",
          "abfs", "org.apache.hadoop.fs.azurebfs.AzureBlobFileSystem",
          "abfss", "org.apache.hadoop.fs.azurebfs.SecureAzureBlobFileSystem",
          "gs", "com.google.cloud.hadoop.fs.gcs.GoogleHadoopFileSystem");

  /**
   * S3A's own settings would try a call for minutes, and a flush tries again itself, for as long as
   * {@code limits.storage-deadline} says. A log's file needs no look around before it is put.
   */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "fs.s3a.attempts.maximum", "3",
          "fs.s3a.retry.limit", "3",
          "fs.s3a.retry.interval", "200ms",
          "fs.s3a.retry.throttle.limit", "5",
          "fs.s3a.connection.timeout", "30s",
          "fs.s3a.create.performance", "true");

  private HadoopConf() {}

  /**
   * For tables of any scheme.
   *
   * @param settings of Hadoop's file systems, by Hadoop's own keys
   */
  public static Configuration of(Map<String, String> settings) {
    Configuration conf = basic();
    LOG_STORES.forEach((scheme, store) -> setLogStore(conf, scheme, store));
    DEFAULTS.forEach(conf::set);
    settings.forEach(conf::set);
    FILE_SYSTEMS.forEach(
        (scheme, type) ->
            ConfiguredFileSystem.put(
                conf, scheme, settings.getOrDefault("fs." + scheme + ".impl", type), settings));
    return conf;
  }

  /**
   * For tables of one scheme.
   *
   * @param scheme of the tables' URIs, {@code file} for local paths
   * @param store has a public constructor that takes a {@link Configuration}
   */
  public static Configuration with(String scheme, Class<? extends LogStore> store) {
    Configuration conf = basic();
    setLogStore(conf, scheme, store);
    return conf;
  }

  private static Configuration basic() {
    Configuration conf = new Configuration();
    conf.setClass("fs.file.impl", ForklessLocalFileSystem.class, FileSystem.class);
    return conf;
  }

  private static void setLogStore(
      Configuration conf, String scheme, Class<? extends LogStore> store) {
    // delta-standalone's key, then Kernel's.
    conf.set("delta.logStore." + scheme + ".impl", store.getName());
    conf.set("io.delta.kernel.logStore." + scheme + ".impl", store.getName());
  }
}
