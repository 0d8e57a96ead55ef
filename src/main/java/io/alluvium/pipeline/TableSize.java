package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableSnapshot;
import java.io.IOException;

/**
 * How large a table's newest version is.
 *
 * @param rows by the statistics of its files, without those that deletion vectors mark
 */
public record TableSize(long version, long files, long bytes, long rows) {
  static TableSize of(TableSnapshot snapshot) throws IOException {
    return new TableSize(
        snapshot.version(),
        snapshot.files().size(),
        snapshot.files().stream().mapToLong(DataFile::size).sum(),
        snapshot.files().stream().mapToLong(file -> Math.max(0, file.liveRecords())).sum());
  }
}
