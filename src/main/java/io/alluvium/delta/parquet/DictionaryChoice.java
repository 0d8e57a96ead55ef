package io.alluvium.delta.parquet;

import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Decides from a sample of a file's rows whether a column's values repeat often enough for a
 * dictionary. For values that do it makes files smaller by a tenth to a third than zstd alone; for
 * nearly distinct ones it saves nothing and is the dearest part of writing a file.
 */
final class DictionaryChoice {
  private static final int SAMPLE = 512;

  /** Each value must be expected to occur this often in the file. */
  private static final int REPEATS = 4;

  private final int[] hashes = new int[4 * SAMPLE];
  private final int[] counts = new int[4 * SAMPLE];

  /**
   * Decides for all columns of a file.
   *
   * @param fileColumns positions in the rows of what {@code fileSchema} has
   * @param wanted by column name, what is decided already
   */
  boolean[] of(
      List<Row> rows,
      int[] order,
      Schema fileSchema,
      int[] fileColumns,
      Map<String, Boolean> wanted) {
    boolean[] dictionary = new boolean[fileColumns.length];
    for (int i = 0; i < dictionary.length; i++) {
      Boolean decided = wanted.get(fileSchema.column(i).name());
      dictionary[i] =
          decided != null
              ? decided
              : fileSchema.type(i) != Type.BOOLEAN && repeats(rows, order, fileColumns[i]);
    }
    return dictionary;
  }

  /**
   * @param rows of the table
   * @param order which of them the file holds, and in what order
   */
  boolean repeats(List<Row> rows, int[] order, int column) {
    Arrays.fill(counts, 0);
    int length = order.length;
    int[] columns = {column};
    int step = Math.max(1, length / SAMPLE);
    int sampled = 0;
    for (int i = 0; i < length && sampled < SAMPLE; i += step) {
      Row row = rows.get(order[i]);
      if (!row.isNull(column)) {
        count(row.hashColumns(columns));
        sampled++;
      }
    }
    return sampled > 0
        && distinct(sampled) * REPEATS <= (double) length * sampled / taken(length, step);
  }

  private static int taken(int length, int step) {
    return Math.min(SAMPLE, (length + step - 1) / step);
  }

  private void count(int hash) {
    int mask = hashes.length - 1;
    // Spreads the low entropy of short strings' hashes.
    int slot = (hash * 0x9E3779B9) >>> 8 & mask;
    while (counts[slot] > 0 && hashes[slot] != hash) {
      slot = slot + 1 & mask;
    }
    hashes[slot] = hash;
    counts[slot]++;
  }

  /** Chao's estimate of the distinct values in the population, from those seen once and twice. */
  private double distinct(int sampled) {
    int seen = 0;
    int once = 0;
    int twice = 0;
    for (int count : counts) {
      seen += count > 0 ? 1 : 0;
      once += count == 1 ? 1 : 0;
      twice += count == 2 ? 1 : 0;
    }
    return sampled == once ? Double.MAX_VALUE : seen + once * (once - 1.0) / (2.0 * (twice + 1));
  }
}
