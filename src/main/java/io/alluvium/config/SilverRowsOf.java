package io.alluvium.config;

import io.alluvium.config.Deletion.Tombstones;
import io.alluvium.decode.BronzeColumn;
import io.alluvium.decode.BronzeColumn.FromRecord;
import io.alluvium.decode.BronzeColumn.FromRecord.Part;
import io.alluvium.decode.MessageDecoder;
import io.alluvium.derive.ColumnRule;
import io.alluvium.derive.Condition;
import io.alluvium.derive.RecordKeys;
import io.alluvium.derive.RowMapper;
import io.alluvium.derive.SilverRows;
import io.alluvium.row.Schema;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What a pipeline's configuration says of the way from bronze rows to silver rows. */
public final class SilverRowsOf {
  private final BronzeConfig bronze;
  private final SilverConfig silver;

  public SilverRowsOf(PipelineConfig config) {
    this.bronze = config.bronze();
    this.silver = config.silver();
  }

  /** The bronze columns that silver is made of. */
  public Set<String> sources() {
    Set<String> names = new LinkedHashSet<>();
    silver.columns().forEach(rule -> names.addAll(rule.origin().names()));
    silver
        .deletion()
        .when()
        .ifPresent(condition -> condition.comparisons().forEach(one -> names.add(one.column())));
    if (silver.deletion().tombstones() != Tombstones.IGNORE) {
      names.add(column(BronzeColumn.Payload.class::isInstance));
      names.add(column(c -> c instanceof FromRecord part && part.part() == Part.KEY));
    }
    names.retainAll(bronze.columns().stream().map(BronzeColumn::name).toList());
    return names;
  }

  /**
   * What maps rows, for one thread.
   *
   * @param projection at least the {@link #sources} of bronze's columns
   */
  public SilverRows rows(Schema projection) {
    Schema schema = silver.table().schema();
    Condition when = silver.deletion().when().orElse(Condition.NEVER);
    return new SilverRows(
        new RowMapper(projection, schema, silver.columns(), when),
        schema.requireAll(silver.key()),
        schema.requireAll(silver.required()),
        tombstones(projection));
  }

  private Optional<SilverRows.Tombstones> tombstones(Schema projection) {
    if (silver.deletion().tombstones() == Tombstones.IGNORE) {
      return Optional.empty();
    }
    String payload = column(BronzeColumn.Payload.class::isInstance);
    String recordKey = column(c -> c instanceof FromRecord part && part.part() == Part.KEY);
    return Optional.of(
        silver.deletion().tombstones() == Tombstones.RAW_KEY
            ? RecordKeys.raw(projection, payload, recordKey, keyField())
            : RecordKeys.json(projection, payload, recordKey, decoder(projection)));
  }

  private MessageDecoder decoder(Schema projection) {
    return new MessageDecoder(
        projection,
        bronze.columns().stream().filter(c -> projection.indexOf(c.name()) >= 0).toList());
  }

  private String keyField() {
    String key = silver.key().get(0);
    ColumnRule rule =
        silver.columns().stream().filter(r -> r.name().equals(key)).findFirst().orElseThrow();
    return rule.origin().names().get(0);
  }

  private String column(Predicate<BronzeColumn> wanted) {
    return bronze.columns().stream()
        .filter(wanted)
        .map(BronzeColumn::name)
        .findFirst()
        .orElseThrow();
  }
}
