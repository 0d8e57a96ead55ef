package io.alluvium.delta.log;

import io.alluvium.delta.ForklessLocalFileSystem;
import io.delta.storage.LogStore;
import org.apache.hadoop.conf.Configuration;

/** Hadoop configuration that makes the Delta libraries use the same log store as we do. */
public final class HadoopConf {
  private HadoopConf() {}

  /**
   * @param scheme of the tables' URIs, {@code file} for local paths
   * @param store has a public constructor that takes a {@link Configuration}
   */
  public static Configuration with(String scheme, Class<? extends LogStore> store) {
    Configuration conf = new Configuration();
    conf.setClass(
        "fs.file.impl", ForklessLocalFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
    // delta-standalone's key, then Kernel's.
    conf.set("delta.logStore." + scheme + ".impl", store.getName());
    conf.set("io.delta.kernel.logStore." + scheme + ".impl", store.getName());
    return conf;
  }
}
