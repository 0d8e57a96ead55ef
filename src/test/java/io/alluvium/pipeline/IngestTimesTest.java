package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a replay finds in bronze's tags, merged files among them. */
class IngestTimesTest {
  private static DataFile file(long from, long to, long ingest, String batches) {
    Map<String, String> tags =
        new HashMap<>(
            Map.of(
                FileTags.PARTITION, "0",
                FileTags.FROM, Long.toString(from),
                FileTags.TO, Long.toString(to),
                FileTags.RECORDS, Long.toString(to - from),
                FileTags.INGEST_TIME, Long.toString(ingest)));
    if (batches != null) {
      tags.put(FileTags.BATCHES, batches);
    }
    return new DataFile(from + "-" + to + batches, Map.of(), 1, 1, to - from, null, tags);
  }

  @Test
  void replayedOffsetsKeepTheirTimeBesideMergedFiles() {
    // Given
    List<DataFile> files =
        List.of(file(0, 20, 500, "0,20,400,100"), file(20, 30, 600, null), file(30, 40, 700, null));

    // When
    IngestTimes times = IngestTimes.of(files, 0, 20);

    // Then
    assertThat(times.at(20)).hasValue(600);
    assertThat(times.at(39)).hasValue(700);
    assertThat(times.at(40)).isEmpty();
    assertThat(times.latest()).isEqualTo(700);
  }

  @Test
  void aMergedFileStillTellsTheLatestTime() {
    // Given
    List<DataFile> files = List.of(file(0, 20, 500, "0,20,400,100"));

    // When
    IngestTimes times = IngestTimes.of(files, 0, 20);

    // Then
    assertThat(times.latest()).isEqualTo(500);
  }

  @Test
  void afterAResetTheBatchesTakenAnewTellAndNotTheMergedOnes() {
    // Given
    List<DataFile> files = List.of(file(0, 40, 500, "0,40,400,100"), file(0, 30, 900, null));

    // When
    IngestTimes times = IngestTimes.of(files, 0, 0);

    // Then
    assertThat(times.at(10)).hasValue(900);
    assertThat(times.at(35)).isEmpty();
  }
}
