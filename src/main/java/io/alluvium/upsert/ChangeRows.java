package io.alluvium.upsert;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import io.alluvium.store.Upsert;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes what a version changed (Delta protocol, "Change Data Files"): new rows, of updated ones
 * how they were and how they are, and deleted ones. For one thread.
 */
final class ChangeRows {
  /** Below the table's root. */
  static final String DIRECTORY = "_change_data/";

  private static final String CHANGE_TYPE = "_change_type";
  private static final String INSERT = "insert";
  private static final String BEFORE = "update_preimage";
  private static final String AFTER = "update_postimage";
  private static final String DELETE = "delete";

  private final DataFileWriter writer;
  private final RowBuilder builder;
  private final int changeType;

  /**
   * @param writer of files of {@link #schema} in {@link #DIRECTORY}
   * @param table the table's schema
   */
  ChangeRows(DataFileWriter writer, Schema table) {
    this.writer = writer;
    this.builder = new RowBuilder(schema(table));
    this.changeType = table.size();
  }

  /** The table's columns and the kind of change. */
  static Schema schema(Schema table) {
    List<Column> columns = new ArrayList<>(table.columns());
    columns.add(new Column(CHANGE_TYPE, Type.STRING));
    return new Schema(columns);
  }

  List<DataFile> write(Upsert<?> upsert) throws IOException {
    List<Row> changes = new ArrayList<>();
    List<Row> changed = upsert.changed().rows();
    for (int i = 0; i < changed.size(); i++) {
      Row before = upsert.replaced().get(i);
      if (before == null) {
        changes.add(change(changed.get(i), INSERT));
      } else {
        changes.add(change(before, BEFORE));
        changes.add(change(changed.get(i), AFTER));
      }
    }
    for (Row row : upsert.deleted().rows()) {
      changes.add(change(row, DELETE));
    }
    return writer.write(changes, Map.of()).stream().map(WrittenFile::file).toList();
  }

  private Row change(Row row, String type) {
    builder.clear();
    for (int column = 0; column < changeType; column++) {
      builder.copy(column, row, column);
    }
    return builder.setString(changeType, type).build();
  }
}
