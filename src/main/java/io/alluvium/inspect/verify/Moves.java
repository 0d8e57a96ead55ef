package io.alluvium.inspect.verify;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.FileTags;
import io.alluvium.delta.log.Action;
import io.alluvium.delta.log.Commit;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.pipeline.Operations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How a table's positions moved without rows, as far back as its log goes.
 *
 * @param moves oldest first
 * @param since when the log begins, milliseconds since the epoch; {@link Long#MIN_VALUE} if it is
 *     whole
 */
record Moves(List<Move> moves, long since) {
  private static final Set<String> REASONS =
      Arrays.stream(Operations.Reason.values()).map(Enum::name).collect(Collectors.toSet());
  private static final Pattern PARTITION = Pattern.compile("-(\\d{1,9})$");
  private static final Pattern RANGE = Pattern.compile("(-?\\d{1,18}) to (\\d{1,18})");
  private static final Pattern OFFSETS = Pattern.compile("(\\d{1,9}): (\\d{1,18}) to (\\d{1,18})");

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
    String reason = info.parameters().getOrDefault(Operations.REASON, "").replace("\"", "");
    if (REASONS.contains(reason)) {
      info.parameters()
          .forEach(
              (name, range) ->
                  move(name, range, Move.Cause.valueOf(reason), info.timestamp(), appId)
                      .ifPresent(found::add));
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

  private static Optional<Move> move(
      String name, String range, Move.Cause cause, long time, IntFunction<String> appId) {
    Matcher partition = PARTITION.matcher(name);
    Matcher fromTo = RANGE.matcher(range);
    if (!partition.find() || !fromTo.find()) {
      return Optional.empty();
    }
    int number = Integer.parseInt(partition.group(1));
    return appId.apply(number).equals(name)
        ? Optional.of(
            new Move(
                number,
                cause,
                Long.parseLong(fromTo.group(1)),
                Long.parseLong(fromTo.group(2)),
                time))
        : Optional.empty();
  }

  /** The offsets that a commit says it took and wrote no file for: no record had them. */
  private static void withoutRows(
      int partition, long from, long to, long time, Commit commit, List<Move> found) {
    long position = from;
    for (Span span : written(commit, partition)) {
      if (span.from() > position) {
        found.add(new Move(partition, Move.Cause.NO_ROWS, position, span.from(), time));
      }
      position = Math.max(position, span.to());
    }
    if (position < to) {
      found.add(new Move(partition, Move.Cause.NO_ROWS, position, to, time));
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
