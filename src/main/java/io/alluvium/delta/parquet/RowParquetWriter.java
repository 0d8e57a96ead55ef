package io.alluvium.delta.parquet;

import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/** Parquet's writer with our encoding settings, off Hadoop's configuration and file system. */
final class RowParquetWriter extends ParquetWriter.Builder<Row, RowParquetWriter> {
  /** Uncompressed; what a writer holds in memory at most, more or less. */
  private static final long ROW_GROUP_BYTES = 32L << 20;

  /** A payload's bounds would otherwise be in every footer in full. */
  private static final int STATISTICS_BYTES = 64;

  private final RowWriteSupport writeSupport;

  private RowParquetWriter(OutputFile file, RowWriteSupport writeSupport) {
    super(file);
    this.writeSupport = writeSupport;
  }

  /**
   * @param dictionary by position in {@code fileSchema}
   */
  static ParquetWriter<Row> open(
      OutputFile file, Schema fileSchema, boolean[] dictionary, RowWriteSupport writeSupport)
      throws IOException {
    RowParquetWriter builder =
        new RowParquetWriter(file, writeSupport)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new PageCodecs())
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .withRowGroupSize(ROW_GROUP_BYTES)
            .withPageWriteChecksumEnabled(false)
            .withSizeStatisticsEnabled(false)
            .withStatisticsTruncateLength(STATISTICS_BYTES)
            .withDictionaryEncoding(false);
    for (int i = 0; i < dictionary.length; i++) {
      builder.withDictionaryEncoding(columnPath(fileSchema, i), dictionary[i]);
    }
    return builder.build();
  }

  private static String columnPath(Schema schema, int column) {
    return schema.column(column).name();
  }

  @Override
  protected RowParquetWriter self() {
    return this;
  }

  @Override
  protected WriteSupport<Row> getWriteSupport(ParquetConfiguration configuration) {
    return writeSupport;
  }

  @Override
  @Deprecated
  protected WriteSupport<Row> getWriteSupport(Configuration configuration) {
    return writeSupport;
  }
}
