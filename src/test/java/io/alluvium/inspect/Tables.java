package io.alluvium.inspect;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.PipelineParser;
import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.delta.parquet.DataFileSettings;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.derive.RowMapper;
import io.alluvium.pipeline.AppIds;
import io.alluvium.pipeline.Operations;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import io.alluvium.store.LatestStore;
import io.alluvium.store.ReplacedRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * A small pipeline's tables, written by the real writers but batch by batch under a test's control:
 * a key {@code k}, a time {@code at}, a value {@code v}, partitions by a text and a day.
 */
public final class Tables {
  private static final String YAML =
      """
      name: inspected
      kafka: {bootstrap.servers: "localhost:1"}
      source: {topic: t, start: earliest, on-gap: stop}
      bronze:
        path: PATH/bronze
        table: cat.bronze.events
        flush-interval: 2s
        partition-by: [part, day]
        columns:
          k: string
          at: timestamp
          v: string
          part: string
          ingest_ts: ingest-time
          day: {date-of: at}
      silver:
        path: PATH/silver
        table: cat.silver.latest
        flush-interval: 5s
        partition-by: [day]
        key: [k]
        sequence-by: [at]
        on-match: newer
        columns:
          k: copy
          at: copy
          v: copy
          part: copy
          bronze_ts: {copy: ingest_ts}
          ingest_ts: ingest-time
          day: {date-of: at}
      tables: {checkpoint-interval: 10}
      """;

  private final Path file;
  private final PipelineConfig config;
  private final PipelineTables logs;
  private final AppIds appIds;
  private final List<Row> landed = new ArrayList<>();

  private Tables(Path file, PipelineConfig config) throws IOException {
    this.file = file;
    this.config = config;
    this.logs = PipelineTables.open(config, Clock.systemUTC(), Runnable::run);
    this.appIds = AppIds.of(config);
  }

  /** Empty tables. */
  public static Tables create(Path directory) throws IOException {
    Path file = configure(directory);
    return new Tables(file, PipelineParser.ofProcess().parse(file, List.of()).config());
  }

  /** Only the pipeline file, no tables. */
  public static Path configure(Path directory) throws IOException {
    return Files.writeString(
        directory.resolve("pipeline.yaml"), YAML.replace("PATH", directory.toString()));
  }

  public Path file() {
    return file;
  }

  public PipelineConfig config() {
    return config;
  }

  public TableLog bronze() {
    return logs.bronze();
  }

  public TableLog silver() {
    return logs.silver();
  }

  public AppIds appIds() {
    return appIds;
  }

  /** One bronze row; {@code at} in seconds since the epoch, {@code ingestTime} in microseconds. */
  public Row row(String k, long at, String v, String part, long ingestTime) {
    return row(
        config.bronze().table().schema(),
        k,
        at * 1_000_000,
        v,
        part,
        ingestTime,
        (int) Math.floorDiv(at, 86_400L));
  }

  /** A row of any schema from Java values in column order. */
  public static Row row(Schema schema, Object... values) {
    RowBuilder row = new RowBuilder(schema);
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof String text) {
        row.setString(i, text);
      } else if (values[i] instanceof Number number) {
        row.setLong(i, number.longValue());
      }
    }
    return row.build();
  }

  /** A first position of 0 in both tables, as the service writes it. */
  public Tables start(int partition) throws IOException {
    move(silver(), Operations.Reason.START, appIds.silver(partition), TxnAdvance.NONE, 0);
    move(bronze(), Operations.Reason.START, appIds.bronze(partition), TxnAdvance.NONE, 0);
    return this;
  }

  public void move(TableLog table, Operations.Reason reason, String appId, long from, long to)
      throws IOException {
    List<TxnAdvance> advances = List.of(new TxnAdvance(appId, from, to));
    commit(table, List.of(), List.of(), advances, Operations.move(reason, advances));
  }

  /** Lands a batch of one offset a row. */
  public List<DataFile> land(int partition, long from, long ingestTime, Row... rows)
      throws IOException {
    long to = from + rows.length;
    List<DataFile> files = write(partition, from, to, ingestTime, rows);
    commit(
        bronze(),
        files,
        List.of(),
        List.of(new TxnAdvance(appIds.bronze(partition), from, to)),
        append(partition, from, to));
    landed.addAll(List.of(rows));
    return files;
  }

  /** Writes a batch's files without committing them. */
  public List<DataFile> write(int partition, long from, long to, long ingestTime, Row... rows)
      throws IOException {
    return files(
        config.bronze().table(),
        List.of(rows),
        Map.of(
            FileTags.PARTITION, Integer.toString(partition),
            FileTags.FROM, Long.toString(from),
            FileTags.TO, Long.toString(to),
            FileTags.RECORDS, Integer.toString(rows.length),
            FileTags.INGEST_TIME, Long.toString(ingestTime)));
  }

  public static Operation append(int partition, long from, long to) {
    return new Operation(
        "STREAMING UPDATE",
        Map.of("offsets", "\"" + partition + ": " + from + " to " + to + "\""),
        Map.of("numOutputRows", Long.toString(to - from)));
  }

  /** Brings silver to what bronze holds, up to a position of partition 0. */
  public void reduce(long from, long to) throws IOException {
    reduce(from, to, rows -> rows);
  }

  /**
   * The same, with a fault put into its rows.
   *
   * @param fault gets the right rows, gives those to be written
   */
  public void reduce(long from, long to, UnaryOperator<List<Row>> fault) throws IOException {
    Schema schema = config.silver().table().schema();
    RowMapper mapper =
        new RowMapper(config.bronze().table().schema(), schema, config.silver().columns());
    LatestStore<String> store =
        new LatestStore<>(
            schema.requireAll(config.silver().key()),
            config.silver().matching().precedence(schema),
            ReplacedRows.FORGET);
    RowBuilder builder = new RowBuilder(schema);
    for (Row row : landed) {
      mapper.map(row, 77, builder);
      if (!builder.isNull(0) && !builder.isNull(1)) {
        store.fold(builder.build());
      }
    }
    List<Row> rows = fault.apply(new ArrayList<>(store.seal(files -> List.of()).changed().rows()));
    commit(
        silver(),
        files(config.silver().table(), rows, Map.of(FileTags.OWNER, "0/1")),
        silver().snapshot().files(),
        List.of(new TxnAdvance(appIds.silver(0), from, to)),
        new Operation("MERGE", Map.of(), Map.of("numOutputRows", "" + rows.size())));
  }

  public static List<DataFile> files(TableSpec spec, List<Row> rows, Map<String, String> tags)
      throws IOException {
    return new DataFileWriter(
            new LocalTableStorage(Path.of(spec.path())),
            spec.schema(),
            spec.partitionColumns(),
            DataFileSettings.DEFAULT,
            Clock.systemUTC())
        .write(rows, tags).stream().map(WrittenFile::file).toList();
  }

  public static void commit(
      TableLog table,
      List<DataFile> adds,
      List<DataFile> removes,
      List<TxnAdvance> txns,
      Operation operation)
      throws IOException {
    CommitOutcome outcome =
        table.commit(new TableChange(UUID.randomUUID().toString(), adds, removes, txns, operation));
    if (!(outcome instanceof CommitOutcome.Committed)) {
      throw new IllegalStateException(outcome.toString());
    }
  }

  /** A silver row with one column changed. */
  public static Row with(Row row, String column, String value) {
    RowBuilder builder = new RowBuilder(row.schema());
    for (int i = 0; i < row.schema().size(); i++) {
      builder.copy(i, row, i);
    }
    int index = row.schema().require(column);
    if (row.schema().type(index) != Type.STRING) {
      throw new IllegalArgumentException(column + " is no string");
    }
    return (value == null ? builder.setNull(index) : builder.setString(index, value)).build();
  }
}
