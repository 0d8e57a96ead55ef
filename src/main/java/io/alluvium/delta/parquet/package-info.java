/**
 * Rows to Parquet data files and back: encoding, partition directories, per-file statistics, and
 * the small port to where files are stored. Never touches the transaction log.
 */
package io.alluvium.delta.parquet;
