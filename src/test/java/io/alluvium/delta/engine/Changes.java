package io.alluvium.delta.engine;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.row.Column;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Tables, files and changes to test with. The data files themselves don't exist. */
final class Changes {
  static final Schema SCHEMA =
      Schema.of(
          new Column("id", Type.STRING),
          new Column("seen", Type.TIMESTAMP),
          new Column("line", Type.STRING));

  private Changes() {}

  static TableSpec spec(Path path) {
    return spec(path.toString());
  }

  static TableSpec spec(String path) {
    return new TableSpec("test.table", path, SCHEMA, List.of("line"), Map.of());
  }

  static DataFile file(String path, String line, String owner) {
    Map<String, String> partition = new HashMap<>();
    partition.put("line", line);
    return new DataFile(
        path,
        partition,
        1000,
        1_700_000_000_000L,
        7,
        "{\"numRecords\":7,\"minValues\":{\"id\":\"a \\\"quoted\\\" ü\"},\"nullCount\":{\"id\":0}}",
        owner == null ? Map.of() : Map.of(FileTags.OWNER, owner));
  }

  static DataFile file() {
    return file("line=x/" + UUID.randomUUID() + ".parquet", "x", null);
  }

  static TxnAdvance txn(String appId, long expected, long next) {
    return new TxnAdvance(appId, expected, next);
  }

  static TableChange append(DataFile file, TxnAdvance... txns) {
    return change(List.of(file), List.of(), TableChange.APPEND, txns);
  }

  static TableChange positions(TxnAdvance... txns) {
    return change(List.of(), List.of(), TableChange.APPEND, txns);
  }

  static TableChange change(
      List<DataFile> adds, List<DataFile> removes, long readVersion, TxnAdvance... txns) {
    return new TableChange(
        UUID.randomUUID().toString(),
        TableChange.Effect.ROWS,
        adds,
        removes,
        List.of(),
        Arrays.asList(txns),
        new Operation(
            "STREAMING UPDATE",
            Map.of("outputMode", "\"Append\"", "columns", "[\"a\"]", "epoch", "3"),
            Map.of("numOutputRows", "7")),
        readVersion);
  }
}
