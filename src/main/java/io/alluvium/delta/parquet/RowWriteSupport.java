package io.alluvium.delta.parquet;

import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;

/**
 * Hands the values of rows to Parquet straight from the rows' bytes. Strings are slices of them,
 * which Parquet may keep until the file is closed.
 */
final class RowWriteSupport extends WriteSupport<Row> {
  /**
   * By this key Spark 3 knows that old dates and timestamps are proleptic Gregorian, as Delta has
   * them; without it Spark 3 refuses to read dates before 1582 and timestamps before 1900
   * (spark.sql.parquet.datetimeRebaseModeInRead).
   */
  private static final Map<String, String> CALENDAR = Map.of("org.apache.spark.version", "3.5.0");

  private final Schema fileSchema;
  private final int[] columns;
  private final FileStatistics statistics;
  private RecordConsumer consumer;

  /**
   * @param fileSchema the columns that the file holds
   * @param columns their positions in the rows
   */
  RowWriteSupport(Schema fileSchema, int[] columns, FileStatistics statistics) {
    this.fileSchema = fileSchema;
    this.columns = columns;
    this.statistics = statistics;
  }

  @Override
  public WriteContext init(ParquetConfiguration configuration) {
    return context();
  }

  @Override
  @Deprecated
  public WriteContext init(Configuration configuration) {
    return context();
  }

  private WriteContext context() {
    return new WriteContext(ParquetSchemas.message(fileSchema), CALENDAR);
  }

  @Override
  public void prepareForWrite(RecordConsumer recordConsumer) {
    consumer = recordConsumer;
  }

  @Override
  public void write(Row row) {
    consumer.startMessage();
    for (int field = 0; field < columns.length; field++) {
      int column = columns[field];
      if (!row.isNull(column)) {
        String name = fileSchema.column(field).name();
        consumer.startField(name, field);
        writeValue(row, column);
        consumer.endField(name, field);
      }
    }
    consumer.endMessage();
    statistics.add(row);
  }

  private void writeValue(Row row, int column) {
    switch (row.schema().type(column).kind()) {
      case STRING, BINARY ->
          consumer.addBinary(
              Binary.fromConstantByteArray(
                  row.array(column), row.offset(column), row.length(column)));
      case INT, DATE -> consumer.addInteger(row.getInt(column));
      case LONG, TIMESTAMP -> consumer.addLong(row.getLong(column));
      case DOUBLE -> consumer.addDouble(row.getDouble(column));
      case DECIMAL -> DecimalForm.write(row, column, consumer);
      case BOOLEAN -> consumer.addBoolean(row.getBoolean(column));
    }
  }
}
