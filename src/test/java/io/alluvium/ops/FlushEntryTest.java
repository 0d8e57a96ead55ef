package io.alluvium.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.pipeline.Flush;
import io.alluvium.pipeline.Flush.Result;
import io.alluvium.pipeline.Flush.Span;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The words of the notebooks' {@code log_to_oci} (seeds/tfl-silver.txt). */
class FlushEntryTest {
  private static Flush flush(Result result) {
    return new Flush(
        "tfl.silver.arrivals", 3, Map.of(1, new Span(5, 9), 0, new Span(100, 200)), 340, result);
  }

  private static FlushEntry entry(Result result) {
    return FlushEntry.of("tfl", flush(result));
  }

  @Test
  void aMergeInTheNotebooksWordsAndMoreAsFields() throws Exception {
    // Given
    Result merged = new Result.Merged(12, 76447, 76000, 400, 47);

    // When
    JsonNode json = new ObjectMapper().readTree(entry(merged).json());

    // Then
    assertThat(json)
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"message": "batch_id=3 action=merge rows=76447",
                     "batch_id": 3, "action": "merge", "rows": 76447,
                     "pipeline": "tfl", "table": "tfl.silver.arrivals", "version": 12,
                     "rows_inserted": 76000, "rows_updated": 400, "rows_deleted": 47,
                     "offsets": "0: 100 to 200, 1: 5 to 9", "duration_ms": 340}
                    """));
  }

  @Test
  void anAppend() {
    // Given
    Result appended = new Result.Appended(12, 5);

    // When
    String message = entry(appended).message();

    // Then
    assertThat(message).isEqualTo("batch_id=3 action=append rows=5");
  }

  @Test
  void anEmptyBatch() {
    // Given
    Result empty = new Result.Merged(12, 0, 0, 0, 0);

    // When
    FlushEntry entry = entry(empty);

    // Then
    assertThat(entry.message()).isEqualTo("batch_id=3 empty_batch=true");
    assertThat(entry.fields()).containsEntry("version", 12L);
  }

  @Test
  void anErrorOnOneLine() {
    // Given
    Result failed = new Result.Failed("no space left\non device");

    // When
    FlushEntry entry = entry(failed);

    // Then
    assertThat(entry.message()).isEqualTo("batch_id=3 action=error error=no space left on device");
    assertThat(entry.fields()).containsEntry("error", "no space left\non device");
    assertThat(entry.isError()).isTrue();
  }

  @Test
  void whatIsTooLongSaysHowMuchIsMissing() {
    // Given
    Result failed = new Result.Failed("x".repeat(9_959) + "\uD83D\uDE00" + "y".repeat(90_000));

    // When
    FlushEntry entry = entry(failed);

    // Then
    String error = (String) entry.fields().get("error");
    assertThat(error).hasSizeLessThanOrEqualTo(10_000).endsWith("x… (90002 characters cut)");
    assertThat(entry.message()).hasSizeLessThanOrEqualTo(10_000).endsWith(" characters cut)");
  }

  @Test
  void whatFitsIsLeftAlone() {
    // Given
    String longest = "x".repeat(FlushEntry.LONGEST);

    // When
    String cut = FlushEntry.cut(longest);

    // Then
    assertThat(cut).isEqualTo(longest);
  }
}
