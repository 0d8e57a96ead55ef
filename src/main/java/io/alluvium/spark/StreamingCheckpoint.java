package io.alluvium.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.error.TakeoverErrors;
import io.alluvium.spark.CheckpointFiles.Entry;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The checkpoint of one query: {@code metadata} names it, {@code offsets/N} says how far batch N
 * goes, written before it runs, and {@code commits/N} that it is done, written after its sink.
 *
 * @param queryId what a Delta sink knows the query by
 * @param begun the newest batch that was planned; empty if none was
 * @param committed the newest batch that is known to be done; empty if none is
 * @param changed when the query last wrote here
 */
public record StreamingCheckpoint(
    CheckpointFiles files,
    String queryId,
    OptionalLong begun,
    OptionalLong committed,
    Instant changed) {

  /**
   * Looks at a checkpoint.
   *
   * @throws io.alluvium.error.UserException if there is none
   */
  public static StreamingCheckpoint open(CheckpointFiles files) throws IOException {
    String metadata =
        files
            .read("metadata")
            .orElseThrow(() -> TakeoverErrors.noCheckpoint(files.location(), "metadata"));
    List<Entry> offsets = files.list("offsets");
    if (offsets.isEmpty()) {
      throw TakeoverErrors.noCheckpoint(files.location(), "offsets");
    }
    List<Entry> commits = files.list("commits");
    return new StreamingCheckpoint(
        files,
        queryId(files, metadata),
        newest(offsets),
        newest(commits),
        Stream.concat(offsets.stream(), commits.stream())
            .map(Entry::changed)
            .max(Instant::compareTo)
            .orElse(Instant.MIN));
  }

  private static String queryId(CheckpointFiles files, String metadata) {
    try {
      JsonNode id = new ObjectMapper().readTree(metadata).path("id");
      if (id.isTextual()) {
        return id.asText();
      }
    } catch (JsonProcessingException e) {
      throw TakeoverErrors.damaged(files.location(), "metadata", "it is no JSON");
    }
    throw TakeoverErrors.damaged(files.location(), "metadata", "it has no id");
  }

  /** Of the files whose names are batches: not checksums, nor what a crash left half written. */
  private static OptionalLong newest(List<Entry> entries) {
    return entries.stream()
        .map(Entry::name)
        .filter(name -> name.matches("\\d{1,18}"))
        .mapToLong(Long::parseLong)
        .max();
  }

  /** Where it lies, for messages. */
  public String location() {
    return files.location();
  }

  /**
   * How far a batch goes.
   *
   * @throws io.alluvium.error.UserException if the checkpoint doesn't say, or reads several sources
   */
  public SourceOffset end(long batch) throws IOException {
    String file = "offsets/" + batch;
    String text =
        files
            .read(file)
            .orElseThrow(
                () ->
                    TakeoverErrors.damaged(
                        location(), file, "it is missing, and the batch counts"));
    try {
      List<SourceOffset> sources = OffsetLogEntry.parse(text).sources();
      if (sources.size() > 1) {
        throw TakeoverErrors.severalSources(location(), sources.size());
      }
      return sources.get(0);
    } catch (MalformedEntryException e) {
      throw TakeoverErrors.damaged(location(), file, e.getMessage());
    }
  }
}
