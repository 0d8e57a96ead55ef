package io.alluvium.inspect.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.inspect.rebuild.Chain.Segment;
import io.alluvium.inspect.verify.Span;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BronzeOrderTest {
  private static DataFile file(String path, long time, Map<String, String> tags) {
    return new DataFile(path, Map.of(), 1, time, 100, null, tags);
  }

  private static DataFile batch(String path, long from, long to, long ingestTime) {
    return file(
        path,
        1,
        Map.of(
            FileTags.PARTITION, "0",
            FileTags.FROM, "" + from,
            FileTags.TO, "" + to,
            FileTags.RECORDS, "" + (to - from),
            FileTags.INGEST_TIME, "" + ingestTime));
  }

  private static DataFile merged(String path, String batches) {
    return file(path, 1, Map.of(FileTags.PARTITION, "0", FileTags.BATCHES, batches));
  }

  private static List<Chain> order(List<DataFile> untagged, DataFile... tagged) {
    return BronzeOrder.of(untagged, Span.of(List.of(tagged)));
  }

  @Test
  void filesWithoutTagsComeFirstByTheirTimes() {
    // Given
    DataFile later = file("a", 7, Map.of());
    DataFile earlier = file("b", 3, Map.of());
    DataFile tagged = batch("c", 0, 10, 1);

    // When
    List<Chain> chains = order(List.of(later, earlier), tagged);

    // Then
    assertThat(chains).extracting(Chain::file).containsExactly(earlier, later, tagged);
    assertThat(chains).extracting(c -> c.segments().get(0).rank()).containsExactly(0, 1, 2);
  }

  @Test
  void aBatchBetweenTwoOfAMergedFileComesBetweenThem() {
    // Given: offsets 0 to 10 at 5 µs and 20 to 30 at 9 µs, in other files the rest of theirs
    DataFile merged = merged("m", "0,10,5,0,4,10;10,10,4,0,6,10");
    DataFile between = batch("b", 10, 20, 7);

    // When
    List<Chain> chains = order(List.of(), merged, between);

    // Then
    assertThat(chains)
        .containsExactlyInAnyOrder(
            new Chain(merged, List.of(new Segment(0, 0, 4), new Segment(2, 4, Long.MAX_VALUE))),
            new Chain(between, List.of(new Segment(1, 0, Long.MAX_VALUE))));
  }

  @Test
  void whereAnEarlierBatchLiesBehindALaterOneTheFileIsReadTwice() {
    // Given: offsets 0 to 10 at 9 µs, after a reset, and then 10 to 20 at 5 µs
    DataFile merged = merged("m", "0,10,9,0,4,10;0,10,-4,0,6,10");

    // When
    List<Chain> chains = order(List.of(), merged);

    // Then
    assertThat(chains)
        .containsExactly(
            new Chain(merged, List.of(new Segment(1, 0, 4))),
            new Chain(merged, List.of(new Segment(0, 4, Long.MAX_VALUE))));
  }
}
