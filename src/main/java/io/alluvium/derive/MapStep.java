package io.alluvium.derive;

import io.alluvium.row.RowBuilder;
import io.alluvium.row.RowReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/** {@link Step.MapValues} at work: a table of texts by their bytes, open addressing. */
final class MapStep implements ValueStep {
  private final byte[][] keys;
  private final byte[][] values;

  MapStep(Step.MapValues map) {
    int slots = Integer.highestOneBit(Math.max(1, map.values().size())) << 2;
    this.keys = new byte[slots][];
    this.values = new byte[slots][];
    for (Map.Entry<String, String> entry : map.values().entrySet()) {
      byte[] key = entry.getKey().getBytes(StandardCharsets.UTF_8);
      int slot = slot(key, 0, key.length);
      keys[slot] = key;
      values[slot] =
          entry.getValue() == null ? null : entry.getValue().getBytes(StandardCharsets.UTF_8);
    }
  }

  @Override
  public void apply(RowReader in, int column, long nowMicros, RowBuilder out, int target) {
    int slot = slot(in.array(column), in.offset(column), in.length(column));
    if (keys[slot] == null) {
      out.copy(target, in, column);
    } else if (values[slot] == null) {
      out.setNull(target);
    } else {
      out.setBytes(target, values[slot], 0, values[slot].length);
    }
  }

  /** Where a text is, or the free place where it would be. */
  private int slot(byte[] text, int offset, int length) {
    int hash = length;
    for (int i = offset; i < offset + length; i++) {
      hash = 31 * hash + text[i];
    }
    int slot = (hash ^ hash >>> 16) & (keys.length - 1);
    while (keys[slot] != null
        && !Arrays.equals(keys[slot], 0, keys[slot].length, text, offset, offset + length)) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }
}
