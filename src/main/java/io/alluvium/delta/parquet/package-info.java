/**
 * Rows to Parquet data files and back: encoding, partition directories and per-file statistics.
 * Never touches the transaction log.
 */
package io.alluvium.delta.parquet;
