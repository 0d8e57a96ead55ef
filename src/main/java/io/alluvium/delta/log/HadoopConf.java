package io.alluvium.delta.log;

import io.alluvium.delta.ConditionalPutLogStore;
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
   * (delta-storage, "Requirements"): a put that fails where there is something, or a rename.
   */
  public static final Map<String, Class<? extends LogStore>> LOG_STORES =
      Map.of(
          "file", LocalLogStore.class,
          "oci", ConditionalPutLogStore.class,
          "s3a", ConditionalPutLogStore.class,
          "abfs", AzureLogStore.class,
          "abfss", AzureLogStore.class,
          "gs", GCSLogStore.class);

  private static final String OCI_FILE_SYSTEM = "io.alluvium.oci.storage.OciFileSystem";

  private HadoopConf() {}

  /**
   * For tables of any scheme.
   *
   * @param settings of Hadoop's file systems, by Hadoop's own keys
   */
  public static Configuration of(Map<String, String> settings) {
    Configuration conf = basic();
    LOG_STORES.forEach((scheme, store) -> setLogStore(conf, scheme, store));
    // By name: its class needs jars that aren't there where nobody uses it.
    conf.set("fs.oci.impl", OCI_FILE_SYSTEM);
    settings.forEach(conf::set);
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
