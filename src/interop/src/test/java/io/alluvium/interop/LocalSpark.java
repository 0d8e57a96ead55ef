package io.alluvium.interop;

import org.apache.spark.sql.SparkSession;

/** One Spark in this process for all tests, on loopback only and silent. */
final class LocalSpark {
  private static final String DELTA_CATALOG = "org.apache.spark.sql.delta.catalog.DeltaCatalog";

  private LocalSpark() {}

  static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("alluvium-interop")
        .config("spark.ui.enabled", false)
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config("spark.sql.catalog.spark_catalog", DELTA_CATALOG)
        .config("spark.sql.warehouse.dir", Workspace.ROOT.resolve("warehouse").toString())
        .config("spark.local.dir", Workspace.ROOT.resolve("spark").toString())
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", 2)
        // VACUUM lists directories in as many tasks; the default is 10,000.
        .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", 2)
        .config("spark.databricks.delta.snapshotPartitions", 1)
        .config("spark.sql.adaptive.enabled", false)
        // As the cluster of the notebooks: Spark 3 casts, null for what can't be cast.
        .config("spark.sql.ansi.enabled", false)
        .getOrCreate();
  }
}
