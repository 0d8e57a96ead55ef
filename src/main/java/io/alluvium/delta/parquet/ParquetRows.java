package io.alluvium.delta.parquet;

import io.alluvium.delta.DataFile;
import io.alluvium.error.TableErrors;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.roaringbitmap.PeekableIntIterator;
import org.roaringbitmap.RoaringBitmap;

/**
 * Builds rows from the column readers of one file. The schema is flat, so each value is there or
 * null: Parquet's general record assembly isn't needed.
 */
final class ParquetRows implements RowIterator {
  private final DataFile file;
  private final ParquetFileReader reader;
  private final PeekableIntIterator deleted;
  private final RowBuilder row;
  private final RowBuilder partition;
  private final int[] partitionColumns;
  private final MessageType columns;
  private final PrimitiveConverter[] converters;
  private final ColumnReader[] columnReaders;
  private PageReadStore rowGroup;
  private long leftInGroup;
  private long position = -1;

  /**
   * @param deleted positions of rows that are left out
   */
  ParquetRows(DataFile file, Schema schema, ParquetFileReader reader, RoaringBitmap deleted) {
    this.file = file;
    this.deleted = deleted.getIntIterator();
    this.reader = reader;
    this.row = new RowBuilder(schema);
    this.partition = new RowBuilder(schema);
    this.partitionColumns =
        schema.requireAll(
            file.partitionValues().keySet().stream()
                .filter(name -> schema.indexOf(name) >= 0)
                .toList());
    for (int column : partitionColumns) {
      String value = file.partitionValues().get(schema.column(column).name());
      PartitionValues.set(partition, column, value);
    }
    MessageType fileSchema = reader.getFileMetaData().getSchema();
    List<Type> fields = new ArrayList<>();
    List<PrimitiveConverter> fieldConverters = new ArrayList<>();
    for (int column = 0; column < schema.size(); column++) {
      String name = schema.column(column).name();
      if (fileSchema.containsField(name) && !file.partitionValues().containsKey(name)) {
        Type field = fileSchema.getType(name);
        fields.add(field);
        fieldConverters.add(converter(field, column));
      }
    }
    this.columns = new MessageType(fileSchema.getName(), fields);
    this.converters = fieldConverters.toArray(PrimitiveConverter[]::new);
    this.columnReaders = new ColumnReader[converters.length];
    reader.setRequestedSchema(columns);
  }

  private PrimitiveConverter converter(Type field, int column) {
    return ColumnConverters.of(field, row, column)
        .orElseThrow(
            () ->
                TableErrors.unreadableColumn(
                    file.path(),
                    field.getName(),
                    row.schema().type(column).deltaName(),
                    field.toString()));
  }

  @Override
  public Row next() throws IOException {
    while (advance()) {
      decode();
      if (!isDeleted()) {
        return row.build();
      }
    }
    return null;
  }

  /** Goes to the next row; false after the last. */
  private boolean advance() throws IOException {
    while (leftInGroup == 0) {
      if (!nextGroup()) {
        return false;
      }
    }
    leftInGroup--;
    position++;
    return true;
  }

  private boolean isDeleted() {
    deleted.advanceIfNeeded(Math.toIntExact(position));
    return deleted.hasNext() && deleted.peekNext() == position;
  }

  /** Reads the row's values, which the column readers need even of rows that nobody wants. */
  private void decode() throws IOException {
    row.clear();
    for (int column : partitionColumns) {
      row.copy(column, partition, column);
    }
    try {
      for (ColumnReader column : columnReaders) {
        if (column.getCurrentDefinitionLevel() == column.getDescriptor().getMaxDefinitionLevel()) {
          column.writeCurrentValueToConverter();
        }
        column.consume();
      }
    } catch (ParquetDecodingException e) {
      throw new IOException("row " + position + " of " + file.path() + " can't be decoded", e);
    }
  }

  private boolean nextGroup() throws IOException {
    closeGroup();
    rowGroup = reader.readNextRowGroup();
    if (rowGroup == null) {
      return false;
    }
    leftInGroup = rowGroup.getRowCount();
    if (converters.length > 0) {
      ColumnReadStoreImpl store =
          new ColumnReadStoreImpl(
              rowGroup,
              new ColumnConverters.Flat(converters),
              columns,
              reader.getFileMetaData().getCreatedBy());
      for (int i = 0; i < columnReaders.length; i++) {
        columnReaders[i] = store.getColumnReader(columns.getColumns().get(i));
      }
    }
    return true;
  }

  private void closeGroup() {
    if (rowGroup != null) {
      rowGroup.close();
      rowGroup = null;
    }
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void close() throws IOException {
    closeGroup();
    reader.close();
  }
}
