package io.alluvium.inspect.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.PipelineParser;
import io.alluvium.delta.storage.LocalTableStorage;
import io.alluvium.inspect.BronzeFiles;
import io.alluvium.inspect.rebuild.SilverFold.Reduced;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A fold that was written down and taken up again any number of times is the one that wasn't. */
class SilverFoldTest {
  private static final Instant NOW = Instant.parse("2026-01-06T00:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
  private static final long DAY = 86_400_000_000L;

  private static final String STOCK =
      """
      name: stock
      kafka: {bootstrap.servers: "x:1"}
      source: {topic: t}
      bronze:
        path: b
        columns:
          item: string
          at: timestamp
          left: int
          gone: boolean
          record_key: record-key
          record_offset: record-offset
          raw: payload
      silver:
        path: s
        key: [item]
        columns: {item: copy, at: copy, left: copy}
      """;

  private static final List<List<String>> RULES =
      List.of(
          List.of(
              "silver.sequence-by=[at]", "silver.delete-when=gone = true",
              "silver.tombstones=json-key", "silver.remember-deletes=3d"),
          List.of(
              "silver.sequence-by=[at]",
              "silver.delete-when=gone = true",
              "silver.expire-after=at + 2d"),
          List.of(
              "silver.on-match=changed", "silver.sequence-by=[at]", "silver.tombstones=json-key"),
          List.of("silver.on-match=changed", "silver.compare=[left]", "silver.tombstones=json-key"),
          List.of(
              "silver.on-match=always",
              "silver.delete-when=gone = true",
              "silver.tombstones=json-key"),
          List.of("silver.on-match=never"));

  private static Row row(Schema schema, Random random) {
    RowBuilder row = new RowBuilder(schema);
    String item = "i" + random.nextInt(7);
    boolean tombstone = random.nextInt(6) == 0;
    for (int i = 0; i < schema.size(); i++) {
      String name = schema.columns().get(i).name();
      if (name.equals("record_key")) {
        row.setString(i, "{\"item\":\"" + item + "\"}");
      } else if (tombstone || name.equals("record_offset")) {
        row.setNull(i);
      } else {
        set(row, i, name, item, random);
      }
    }
    return row.build();
  }

  private static void set(RowBuilder row, int column, String name, String item, Random random) {
    switch (name) {
      case "item" -> {
        if (random.nextInt(9) == 0) {
          row.setNull(column);
        } else {
          row.setString(column, item);
        }
      }
      case "at" -> row.setLong(column, NOW.toEpochMilli() * 1_000 + (random.nextInt(9) - 6) * DAY);
      case "left" -> row.setInt(column, random.nextInt(3));
      case "gone" -> row.setBoolean(column, random.nextInt(4) == 0);
      case "raw" -> row.setString(column, "{}");
      default -> throw new IllegalStateException("which column is this? " + name);
    }
  }

  private static List<String> words(PipelineConfig config, List<Row> rows) {
    List<String> names =
        config.silver().table().schema().columns().stream().map(column -> column.name()).toList();
    return rows.stream().map(row -> row.describe(names)).sorted().toList();
  }

  @Property(tries = 400)
  void cutAnywhereItComesToTheSame(
      @ForAll @IntRange(max = 5) int rule, @ForAll @IntRange(max = 60) int count, @ForAll int seed)
      throws IOException {
    // Given
    PipelineConfig config =
        PipelineParser.ofProcess().parse("stock.yaml", STOCK, RULES.get(rule)).config();
    Schema bronze = new BronzeFiles(config).projection();
    Random random = new Random(seed);
    Path directory = Files.createTempDirectory("fold");
    FoldFiles files =
        new FoldFiles(new LocalTableStorage(directory), config.silver().table().schema(), CLOCK);
    SilverFold whole = new SilverFold(config, bronze, 0, CLOCK);
    SilverFold cut = new SilverFold(config, bronze, 0, CLOCK);

    // When
    for (int i = 0; i < count; i++) {
      Row row = row(bronze, random);
      whole.fold(row);
      cut.fold(row);
      if (random.nextInt(8) == 0) {
        cut = takenUp(cut, new SilverFold(config, bronze, 0, CLOCK), files);
      } else if (random.nextInt(8) == 0) {
        cut.soFar();
      }
    }

    // Then
    Reduced expected = whole.finish();
    Reduced found = cut.finish();
    assertThat(words(config, found.rows())).isEqualTo(words(config, expected.rows()));
    assertThat(words(config, found.markers())).isEqualTo(words(config, expected.markers()));
    assertThat(cut.incomplete()).isEqualTo(whole.incomplete());
    delete(directory);
  }

  private static SilverFold takenUp(SilverFold from, SilverFold to, FoldFiles files)
      throws IOException {
    Reduced soFar = from.soFar();
    to.resume(from.newest(), from.incomplete());
    files.read(files.write(soFar.rows()), to::resumeRow);
    files.read(files.write(soFar.markers()), to::resumeMarker);
    return to;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      all.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
