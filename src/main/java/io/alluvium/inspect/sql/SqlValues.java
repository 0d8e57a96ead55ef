package io.alluvium.inspect.sql;

import java.sql.Array;
import java.sql.Blob;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBStruct;

/** DuckDB's values as plain Java ones: lists, maps, byte arrays, local times in UTC. */
final class SqlValues {
  private SqlValues() {}

  static Object plain(Object value) throws SQLException {
    if (value instanceof OffsetDateTime time) {
      return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }
    if (value instanceof Timestamp time) {
      return time.toLocalDateTime();
    }
    if (value instanceof Blob blob) {
      return blob.getBytes(1, Math.toIntExact(blob.length()));
    }
    if (value instanceof Array array) {
      List<Object> list = new ArrayList<>();
      for (Object element : (Object[]) array.getArray()) {
        list.add(plain(element));
      }
      return list;
    }
    if (value instanceof DuckDBStruct struct) {
      return plainMap(struct.getMap());
    }
    return value instanceof Map<?, ?> map ? plainMap(map) : value;
  }

  private static Map<String, Object> plainMap(Map<?, ?> map) throws SQLException {
    Map<String, Object> plain = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      plain.put(String.valueOf(entry.getKey()), plain(entry.getValue()));
    }
    return plain;
  }
}
