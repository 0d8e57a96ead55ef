package io.alluvium.inspect.rebuild;

import io.alluvium.delta.FileTags;
import io.alluvium.row.Row;
import java.util.List;
import java.util.Map;

/**
 * Rows that go into files of their own.
 *
 * @param owner whose they are; {@link FileTags#NO_OWNER} if nobody's alone
 */
record Share(String owner, List<Row> rows) {
  Share {
    rows = List.copyOf(rows);
  }

  /** The tags of the files. */
  Map<String, String> tags() {
    return owner.equals(FileTags.NO_OWNER) ? Map.of() : Map.of(FileTags.OWNER, owner);
  }
}
