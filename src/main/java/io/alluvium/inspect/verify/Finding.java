package io.alluvium.inspect.verify;

import java.util.List;

/**
 * Something that is wrong.
 *
 * @param count how often
 * @param examples a few of them in words, never empty
 */
public record Finding(Kind kind, long count, List<String> examples) {
  /** What can be wrong, in the order of the report. */
  public enum Kind {
    MISSING_OFFSETS("offsets that bronze should hold and doesn't"),
    REPEATED_OFFSETS("offsets that bronze holds more than once"),
    ROW_COUNT("batches or files of bronze with another number of rows than was written"),
    POSITION("positions that don't agree with what the table holds"),
    DUPLICATE_KEY("rows of silver with a key that another row has"),
    MISSING_ROW("keys that silver should hold and doesn't"),
    EXTRA_ROW("rows of silver that bronze knows nothing of"),
    DIFFERENT_ROW("rows of silver with other values than bronze gives them");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** What it is, in words. */
    public String words() {
      return words;
    }
  }

  public Finding {
    examples = List.copyOf(examples);
  }
}
