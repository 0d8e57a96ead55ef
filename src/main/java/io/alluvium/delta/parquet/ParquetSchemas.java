package io.alluvium.delta.parquet;

import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MICROS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

import io.alluvium.row.Column;
import io.alluvium.row.Schema;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** The Parquet types that we write, as Spark writes them; every column is optional. */
final class ParquetSchemas {
  private ParquetSchemas() {}

  static MessageType message(Schema schema) {
    Type[] fields = schema.columns().stream().map(ParquetSchemas::field).toArray(Type[]::new);
    return new MessageType("spark_schema", fields);
  }

  private static Type field(Column column) {
    var field =
        switch (column.type().kind()) {
          case STRING -> Types.optional(PrimitiveTypeName.BINARY).as(stringType());
          case BINARY -> Types.optional(PrimitiveTypeName.BINARY);
          case INT -> Types.optional(PrimitiveTypeName.INT32);
          case LONG -> Types.optional(PrimitiveTypeName.INT64);
          case DOUBLE -> Types.optional(PrimitiveTypeName.DOUBLE);
          case BOOLEAN -> Types.optional(PrimitiveTypeName.BOOLEAN);
          case DATE -> Types.optional(PrimitiveTypeName.INT32).as(dateType());
          case TIMESTAMP -> Types.optional(PrimitiveTypeName.INT64).as(timestampType(true, MICROS));
          case DECIMAL ->
              decimal(column.type().precision())
                  .as(decimalType(column.type().scale(), column.type().precision()));
        };
    return field.named(column.name());
  }

  /** What Spark makes of it with {@code spark.sql.parquet.writeLegacyFormat=false}. */
  private static Types.PrimitiveBuilder<PrimitiveType> decimal(int precision) {
    return switch (DecimalForm.of(precision)) {
      case INT32 -> Types.optional(PrimitiveTypeName.INT32);
      case INT64 -> Types.optional(PrimitiveTypeName.INT64);
      case FIXED ->
          Types.optional(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY)
              .length(DecimalForm.bytes(precision));
    };
  }
}
