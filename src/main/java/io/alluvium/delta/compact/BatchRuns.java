package io.alluvium.delta.compact;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Which batches a bronze file holds, in the order of its rows. A file as it was flushed has one
 * batch, told by its tags; a merged one lists them in {@link FileTags#BATCHES}.
 *
 * <p>The list's form is {@code gap,length,wait,span[,rows[,records]]} for each run, with {@code ;}
 * between them: {@code from} less the {@code to} before it, {@code to - from}, {@code firstIngest}
 * less the {@code lastIngest} before it, and {@code lastIngest - firstIngest}. {@code rows} is left
 * out if there is one for each offset, {@code records} if all are in the file.
 */
public final class BatchRuns {
  private static final String NUMBER = "-?\\d{1,18}";
  private static final Pattern RUN =
      Pattern.compile(NUMBER + "(," + NUMBER + "){3}(," + NUMBER + "){0,2}");

  private BatchRuns() {}

  /** The file's batches; empty if its tags don't tell. */
  public static Optional<List<BatchRun>> of(DataFile file) {
    String list = file.tags().get(FileTags.BATCHES);
    if (partition(file).isEmpty()) {
      return Optional.empty();
    }
    return list == null ? flushed(file) : parse(list);
  }

  /** The source partition that the file's rows came from. */
  public static OptionalLong partition(DataFile file) {
    return FileTags.number(file.tags(), FileTags.PARTITION);
  }

  private static Optional<List<BatchRun>> flushed(DataFile file) {
    OptionalLong from = FileTags.number(file.tags(), FileTags.FROM);
    OptionalLong to = FileTags.number(file.tags(), FileTags.TO);
    OptionalLong records = FileTags.number(file.tags(), FileTags.RECORDS);
    OptionalLong ingest = FileTags.number(file.tags(), FileTags.INGEST_TIME);
    if (from.isEmpty() || to.isEmpty() || records.isEmpty() || ingest.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        List.of(
            new BatchRun(
                from.getAsLong(),
                to.getAsLong(),
                file.numRecords(),
                records.getAsLong(),
                ingest.getAsLong(),
                ingest.getAsLong())));
  }

  /** One list after the other, runs told as one where nothing is lost by it. */
  static List<BatchRun> concat(List<BatchRun> first, List<BatchRun> second) {
    List<BatchRun> runs = new ArrayList<>(first);
    for (BatchRun next : second) {
      int last = runs.size() - 1;
      if (last >= 0 && runs.get(last).joins(next)) {
        runs.set(last, runs.get(last).join(next));
      } else {
        runs.add(next);
      }
    }
    return runs;
  }

  /**
   * The tags of a file that holds these runs.
   *
   * @param runs not empty, in the order of the file's rows
   */
  static Map<String, String> tags(long partition, List<BatchRun> runs) {
    Map<String, String> tags = new HashMap<>();
    tags.put(FileTags.PARTITION, Long.toString(partition));
    tags.put(FileTags.FROM, text(runs.stream().mapToLong(BatchRun::from).min()));
    tags.put(FileTags.TO, text(runs.stream().mapToLong(BatchRun::to).max()));
    tags.put(FileTags.RECORDS, Long.toString(runs.stream().mapToLong(BatchRun::rows).sum()));
    tags.put(FileTags.INGEST_TIME, text(runs.stream().mapToLong(BatchRun::lastIngest).max()));
    tags.put(FileTags.BATCHES, write(runs));
    return tags;
  }

  private static String text(OptionalLong number) {
    return Long.toString(number.orElseThrow());
  }

  static String write(List<BatchRun> runs) {
    StringBuilder text = new StringBuilder();
    long to = 0;
    long ingest = 0;
    for (BatchRun run : runs) {
      long length = run.to() - run.from();
      text.append(text.isEmpty() ? "" : ";").append(run.from() - to).append(',').append(length);
      text.append(',').append(run.firstIngest() - ingest);
      text.append(',').append(run.lastIngest() - run.firstIngest());
      if (run.rows() != length || !run.isComplete()) {
        text.append(',').append(run.rows());
      }
      if (!run.isComplete()) {
        text.append(',').append(run.records());
      }
      to = run.to();
      ingest = run.lastIngest();
    }
    return text.toString();
  }

  /** Empty if the text is none of {@link #write}'s. */
  static Optional<List<BatchRun>> parse(String text) {
    List<BatchRun> runs = new ArrayList<>();
    long to = 0;
    long ingest = 0;
    for (String part : text.split(";", -1)) {
      if (!RUN.matcher(part).matches()) {
        return Optional.empty();
      }
      String[] numbers = part.split(",", -1);
      long from = to + Long.parseLong(numbers[0]);
      to = from + Long.parseLong(numbers[1]);
      long first = ingest + Long.parseLong(numbers[2]);
      ingest = first + Long.parseLong(numbers[3]);
      long rows = numbers.length > 4 ? Long.parseLong(numbers[4]) : to - from;
      long records = numbers.length > 5 ? Long.parseLong(numbers[5]) : rows;
      runs.add(new BatchRun(from, to, rows, records, first, ingest));
    }
    return Optional.of(runs);
  }
}
