package io.alluvium.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class KeyIndexTest {
  private static final Schema SCHEMA = Schema.of(new Column("key", Type.INT));

  /** Positive numbers are added, negative ones removed. */
  @Property
  void findsWhatAMapFinds(
      @ForAll @Size(max = 400) List<@IntRange(min = -60, max = 60) Integer> steps) {
    // Given
    KeyIndex index = new KeyIndex(new int[] {0});
    Map<Integer, Integer> expected = new HashMap<>();
    Row[] rows = new Row[steps.size()];

    // When
    for (int i = 0; i < steps.size(); i++) {
      int key = Math.abs(steps.get(i));
      Integer held = expected.get(key);
      if (steps.get(i) > 0 && held == null) {
        rows[i] = row(key);
        index.add(i, rows);
        expected.put(key, i);
      } else if (steps.get(i) < 0 && held != null) {
        index.remove(held, rows);
        rows[held] = null;
        expected.remove(key);
      }
    }

    // Then
    for (int key = 0; key <= 60; key++) {
      assertThat(index.find(row(key), rows)).isEqualTo(expected.getOrDefault(key, -1));
    }
  }

  private static Row row(int key) {
    return new RowBuilder(SCHEMA).setInt(0, key).build();
  }
}
