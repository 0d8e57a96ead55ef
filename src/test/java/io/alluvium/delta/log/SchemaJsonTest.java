package io.alluvium.delta.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.row.Column;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaJsonTest {
  @Test
  void readsEveryTypeThatItWrites() {
    // Given
    List<Column> columns = new ArrayList<>();
    Type.PLAIN.forEach(type -> columns.add(new Column(type.toString(), type)));
    columns.add(new Column("short", Type.decimal(1, 0)));
    columns.add(new Column("long", Type.decimal(38, 38)));
    Schema schema = new Schema(columns);

    // When
    String json = SchemaJson.write(schema);

    // Then
    assertThat(SchemaJson.read(json)).isEqualTo(schema);
    assertThat(json).contains("\"type\":\"decimal(38,38)\"");
  }

  @Test
  void leavesOutWhatNoRowCanHold() {
    // Given
    String json =
        """
        {"type":"struct","fields":[\
        {"name":"a","type":"decimal(10, 2)","nullable":true,"metadata":{}},\
        {"name":"b","type":"float","nullable":true,"metadata":{}},\
        {"name":"c","type":{"type":"array","elementType":"string"},"nullable":true}]}""";

    // When
    Schema schema = SchemaJson.read(json);

    // Then
    assertThat(schema).isEqualTo(Schema.of(new Column("a", Type.decimal(10, 2))));
  }
}
