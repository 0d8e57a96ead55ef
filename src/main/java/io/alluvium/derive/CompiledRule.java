package io.alluvium.derive;

import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import java.util.List;

/** One rule at work. For one thread. */
sealed interface CompiledRule {
  void apply(RowReader bronze, long nowMicros, RowBuilder scratch, RowBuilder silver);

  /** One step, from a place to another. */
  record Move(ValueStep step, Place from, Place to) implements CompiledRule {
    @Override
    public void apply(RowReader bronze, long nowMicros, RowBuilder scratch, RowBuilder silver) {
      step.apply(
          from.in(bronze, scratch, silver),
          from.column(),
          nowMicros,
          to.out(scratch, silver),
          to.column());
    }
  }

  /** The first value that isn't null. */
  record FirstOf(List<Place> from, Place to) implements CompiledRule {
    @Override
    public void apply(RowReader bronze, long nowMicros, RowBuilder scratch, RowBuilder silver) {
      RowBuilder out = to.out(scratch, silver);
      for (Place place : from) {
        RowReader in = place.in(bronze, scratch, silver);
        if (!in.isNull(place.column())) {
          out.copy(to.column(), in, place.column());
          return;
        }
      }
      out.setNull(to.column());
    }
  }

  /**
   * The same value always.
   *
   * @param value a row of that value alone
   */
  record Fixed(Row value, Place to) implements CompiledRule {
    @Override
    public void apply(RowReader bronze, long nowMicros, RowBuilder scratch, RowBuilder silver) {
      to.out(scratch, silver).copy(to.column(), value, 0);
    }
  }

  /** The time of the flush. */
  record Now(Place to) implements CompiledRule {
    @Override
    public void apply(RowReader bronze, long nowMicros, RowBuilder scratch, RowBuilder silver) {
      to.out(scratch, silver).setLong(to.column(), nowMicros);
    }
  }
}
