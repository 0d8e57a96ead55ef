package io.alluvium.ops;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.pipeline.Flush;
import io.alluvium.pipeline.Flush.Result;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A flush in words, the same for every log: those that a notebook's {@code foreachBatch} writes
 * ({@code batch_id=7 action=merge rows=12}), and more as fields.
 *
 * @param message the words
 * @param fields by name, the words' own among them; no text is longer than {@link #LONGEST}
 */
record FlushEntry(String message, Map<String, Object> fields) {
  /** Characters: what is longer is cut here, where it can be said, and not by who stores it. */
  static final int LONGEST = 10_000;

  /** Fields that the message tells. */
  static final Set<String> WORDS = Set.of("batch_id", "action", "rows", "empty_batch", "error");

  private static final ObjectMapper JSON = new ObjectMapper();

  static FlushEntry of(String pipeline, Flush flush) {
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("batch_id", flush.number());
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("pipeline", pipeline);
    more.put("table", flush.table());
    describe(flush.result(), words, more);
    more.put("offsets", offsets(flush));
    more.put("duration_ms", flush.millis());
    String message =
        words.entrySet().stream()
            .map(word -> word.getKey() + "=" + word.getValue())
            .collect(Collectors.joining(" "));
    Map<String, Object> fields = new LinkedHashMap<>(words);
    fields.putAll(more);
    fields.replaceAll((name, value) -> value instanceof String text ? cut(text) : value);
    return new FlushEntry(cut(message.replaceAll("\\R", " ")), fields);
  }

  private static void describe(Result result, Map<String, Object> words, Map<String, Object> more) {
    if (result instanceof Result.Appended appended) {
      rows("append", appended.rows(), words);
      more.put("version", appended.version());
    } else if (result instanceof Result.Merged merged) {
      rows("merge", merged.rows(), words);
      more.put("version", merged.version());
      more.put("rows_inserted", merged.inserted());
      more.put("rows_updated", merged.updated());
      more.put("rows_deleted", merged.deleted());
    } else if (result instanceof Result.Failed failed) {
      words.put("action", "error");
      words.put("error", failed.error());
    }
  }

  private static void rows(String action, long rows, Map<String, Object> words) {
    if (rows == 0) {
      words.put("empty_batch", true);
    } else {
      words.put("action", action);
      words.put("rows", rows);
    }
  }

  /** As the table's history has them: {@code 0: 100 to 200}. */
  private static String offsets(Flush flush) {
    return flush.offsets().entrySet().stream()
        .map(span -> span.getKey() + ": " + span.getValue().from() + " to " + span.getValue().to())
        .collect(Collectors.joining(", "));
  }

  /** The text, or as much of it as fits with a word on how much is missing. */
  static String cut(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int kept = LONGEST - 40;
    kept -= Character.isHighSurrogate(text.charAt(kept - 1)) ? 1 : 0;
    return text.substring(0, kept) + "… (" + (text.length() - kept) + " characters cut)";
  }

  /** Whether it tells of an error. */
  boolean isError() {
    return fields.containsKey("error");
  }

  /** The words as {@code message}, and the fields, as one JSON object. */
  String json() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("message", message);
    all.putAll(fields);
    try {
      return JSON.writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers always make JSON", e);
    }
  }
}
