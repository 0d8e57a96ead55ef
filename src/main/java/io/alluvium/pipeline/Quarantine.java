package io.alluvium.pipeline;

import io.alluvium.decode.SourceRecord;
import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The table of records that bronze can't hold byte for byte. It is written before the bronze commit
 * of the same batch; its own position says which records it has, so that a record that is read
 * again, or a call that is repeated, adds nothing twice.
 */
final class Quarantine {
  static final Schema SCHEMA =
      Schema.of(
          new Column("topic", Type.STRING),
          new Column("partition", Type.INT),
          new Column("offset", Type.LONG),
          new Column("timestamp", Type.TIMESTAMP),
          new Column("key", Type.BINARY),
          new Column("value", Type.BINARY),
          new Column("reason", Type.STRING),
          new Column("ingest_ts", Type.TIMESTAMP));

  private final AppIds appIds;
  private final TableLog table;
  private final DataFileWriter writer;
  private final Counters counters;

  Quarantine(AppIds appIds, TableLog table, DataFileWriter writer, Counters counters) {
    this.appIds = appIds;
    this.table = table;
    this.writer = writer;
    this.counters = counters;
  }

  /** Makes the batch's quarantined records durable. Returns false if the lease has ended. */
  boolean keep(BronzeBatch batch) throws IOException {
    if (batch.quarantined().isEmpty()) {
      return batch.lease().live();
    }
    String appId = appIds.quarantine(batch.lease().partition());
    long position = table.snapshot().txn(appId).orElse(TxnAdvance.NONE);
    List<QuarantinedRecord> missing =
        batch.quarantined().stream().filter(q -> q.record().offset() >= position).toList();
    if (missing.isEmpty()) {
      return batch.lease().live();
    }
    List<DataFile> files =
        writer.write(rows(batch, missing), Map.of()).stream().map(WrittenFile::file).toList();
    CommitOutcome outcome =
        table.commit(
            new TableChange(
                UUID.randomUUID().toString(),
                files,
                List.of(),
                List.of(new TxnAdvance(appId, position, batch.to())),
                Operations.append(List.of(batch), Map.of("numOutputRows", (long) missing.size()))));
    if (outcome instanceof CommitOutcome.Committed) {
      counters.quarantined(missing.size());
    } else {
      batch.lease().fail("the quarantine table is written by somebody else: " + outcome, null);
    }
    return batch.lease().live();
  }

  private List<Row> rows(BronzeBatch batch, List<QuarantinedRecord> entries) {
    RowBuilder builder = new RowBuilder(SCHEMA);
    return entries.stream().map(entry -> row(builder.clear(), batch, entry)).toList();
  }

  private Row row(RowBuilder builder, BronzeBatch batch, QuarantinedRecord entry) {
    SourceRecord record = entry.record();
    builder
        .setString(0, appIds.topic())
        .setInt(1, record.partition())
        .setLong(2, record.offset())
        .setString(6, entry.reason())
        .setLong(7, batch.ingestTime());
    if (record.isTimed()) {
      builder.setLong(3, record.timestampMicros());
    }
    if (record.key() != null) {
      builder.setBytes(4, record.key(), 0, record.key().length);
    }
    if (record.value() != null) {
      builder.setBytes(5, record.value(), 0, record.value().length);
    }
    return builder.build();
  }
}
