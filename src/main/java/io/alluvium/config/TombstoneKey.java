package io.alluvium.config;

import io.alluvium.decode.BronzeColumn;
import io.alluvium.derive.ColumnRule;
import io.alluvium.derive.Origin;
import java.util.Optional;

/** Where the text of a record key goes, so that silver's only key column comes of it. */
final class TombstoneKey {
  private TombstoneKey() {}

  /** The JSON field of bronze that a key column is made of; empty if it is made otherwise. */
  static Optional<BronzeColumn.JsonField> source(ColumnRule key, Columns<BronzeColumn> bronze) {
    return key.origin() instanceof Origin.OfColumn of
            && bronze.find(of.column()).orElse(null) instanceof BronzeColumn.JsonField field
        ? Optional.of(field)
        : Optional.empty();
  }
}
