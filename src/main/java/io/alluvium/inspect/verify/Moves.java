package io.alluvium.inspect.verify;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.log.Action;
import io.alluvium.delta.log.Commit;
import io.alluvium.delta.log.ReadOnlyLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a table's positions moved without rows, as far back as its log goes.
 *
 * @param moves oldest first
 * @param since when the log begins, milliseconds since the epoch; {@link Long#MIN_VALUE} if it is
 *     whole
 */
record Moves(List<Move> moves, long since) {
  private static final Set<String> OPERATIONS = Set.of(Move.START, Move.SKIP_GAP, Move.RESET);
  private static final Pattern PARTITION = Pattern.compile("-(\\d{1,9})$");
  private static final Pattern RANGE = Pattern.compile("(-?\\d{1,18}) to (\\d{1,18})");
  private static final Pattern OFFSETS =
      Pattern.compile("(\\d{1,9}): (\\d{1,18}) to (\\d{1,18})");

  /**
   * Reads the log backwards.
   *
   * @param appId the application id of a partition in this table
   */
  static Moves read(ReadOnlyLog log, long version, IntFunction<String> appId) throws IOException {
    List<Move> moves = new ArrayList<>();
    long since = Long.MIN_VALUE;
    for (long v = version; v >= 0; v--) {
      Optional<Commit> commit = log.commit(v);
      if (commit.isEmpty()) {
        return new Moves(oldestFirst(moves), v == version ? Long.MAX_VALUE : since);
      }
      List<Move> found = new ArrayList<>();
      for (Action action : commit.get().actions()) {
        if (action instanceof Action.CommitInfo info) {
          since = info.timestamp();
          read(info, commit.get(), appId, found);
        }
      }
      Collections.reverse(found);
      moves.addAll(found);
    }
    return new Moves(oldestFirst(moves), Long.MIN_VALUE);
  }

  private static List<Move> oldestFirst(List<Move> newestFirst) {
    Collections.reverse(newestFirst);
    return List.copyOf(newestFirst);
  }

  private static void read(
      Action.CommitInfo info, Commit commit, IntFunction<String> appId, List<Move> found) {
    if (OPERATIONS.contains(info.operation())) {
      for (Map.Entry<String, String> parameter : info.parameters().entrySet()) {
        Matcher partition = PARTITION.matcher(parameter.getKey());
        Matcher range = RANGE.matcher(parameter.getValue());
        if (partition.find() && range.find()) {
          int number = Integer.parseInt(partition.group(1));
          if (appId.apply(number).equals(parameter.getKey())) {
            found.add(
                new Move(
                    number,
                    info.operation(),
                    Long.parseLong(range.group(1)),
                    Long.parseLong(range.group(2)),
                    info.timestamp()));
          }
        }
      }
    }
    Matcher offsets = OFFSETS.matcher(info.parameters().getOrDefault("offsets", ""));
    while (offsets.find()) {
      withoutRows(
          Integer.parseInt(offsets.group(1)),
          Long.parseLong(offsets.group(2)),
          Long.parseLong(offsets.group(3)),
          info.timestamp(),
          commit,
          found);
    }
  }

  /** The offsets that a commit says it took and wrote no file for: no record had them. */
  private static void withoutRows(
      int partition, long from, long to, long time, Commit commit, List<Move> found) {
    long position = from;
    for (Span span : written(commit, partition)) {
      if (span.from() > position) {
        found.add(new Move(partition, Move.NO_ROWS, position, span.from(), time));
      }
      position = Math.max(position, span.to());
    }
    if (position < to) {
      found.add(new Move(partition, Move.NO_ROWS, position, to, time));
    }
  }

  private static List<Span> written(Commit commit, int partition) {
    List<DataFile> files = new ArrayList<>();
    for (Action action : commit.actions()) {
      if (action instanceof Action.Add add
          && FileTags.number(add.file().tags(), FileTags.PARTITION).orElse(-1) == partition) {
        files.add(add.file());
      }
    }
    return Span.of(files);
  }

  List<Move> of(int partition) {
    return moves.stream().filter(move -> move.partition() == partition).toList();
  }

  /** Whether a commit at this time would still be in the log. Milliseconds. */
  boolean covers(long time) {
    return time >= since;
  }

  boolean isWhole() {
    return since == Long.MIN_VALUE;
  }
}
