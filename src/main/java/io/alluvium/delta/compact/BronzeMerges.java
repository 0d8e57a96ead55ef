package io.alluvium.delta.compact;

import io.alluvium.delta.DataFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;

/**
 * Decides which bronze files become one. Only files of one table partition and one source partition
 * do, neighbours in offset order, and only what lies below a given offset: replays need the others
 * as they are. Pure.
 */
public final class BronzeMerges {
  /** How eager a plan is. */
  public enum Eagerness {
    /** Tier by tier; what is closed, as far as it is worth its bytes. */
    GRADUAL,
    /** What is closed as far as possible, and nothing else. */
    CLOSED,
    /** Everything as far as possible. */
    ALL
  }

  private final MergeSettings settings;
  private final Eagerness eagerness;

  public BronzeMerges(MergeSettings settings, Eagerness eagerness) {
    this.settings = settings;
    this.eagerness = eagerness;
  }

  private record Place(int partition, Map<String, String> values) {}

  private record Sequence(Place place, int round) {}

  /**
   * What to merge of a table's files; files that don't tell their batches are left alone.
   *
   * @param below by source partition, the offset below which files may be merged
   * @param now microseconds since the epoch
   */
  public List<MergeGroup> plan(List<DataFile> files, IntToLongFunction below, long now) {
    List<BronzeFile> known = files.stream().flatMap(file -> BronzeFile.of(file).stream()).toList();
    Map<Integer, Rounds> rounds =
        known.stream()
            .collect(
                Collectors.groupingBy(
                    BronzeFile::partition,
                    Collectors.collectingAndThen(Collectors.toList(), Rounds::new)));
    Map<Place, Long> newest = new LinkedHashMap<>();
    Map<Sequence, List<BronzeFile>> sequences = new LinkedHashMap<>();
    for (BronzeFile file : known) {
      Place place = new Place(file.partition(), file.partitionValues());
      newest.merge(place, file.lastIngest(), Math::max);
      if (file.to() <= below.applyAsLong(file.partition())) {
        rounds
            .get(file.partition())
            .of(file)
            .ifPresent(
                round ->
                    sequences
                        .computeIfAbsent(new Sequence(place, round), s -> new ArrayList<>())
                        .add(file));
      }
    }
    List<MergeGroup> groups = new ArrayList<>();
    sequences.forEach(
        (sequence, members) -> {
          boolean closed = now - newest.get(sequence.place) >= settings.quiet().toNanos() / 1_000;
          plan(members.stream().sorted(BronzeFile.IN_OFFSET_ORDER).toList(), closed, groups);
        });
    return groups;
  }

  private void plan(List<BronzeFile> sequence, boolean closed, List<MergeGroup> groups) {
    Windows windows =
        new Windows(settings, sequence.stream().mapToLong(f -> f.file().size()).toArray());
    List<Windows.Window> chosen =
        switch (eagerness) {
          case GRADUAL -> closed ? windows.worthwhile() : windows.gathered();
          case CLOSED -> closed ? windows.all() : List.of();
          case ALL -> windows.all();
        };
    chosen.forEach(window -> cut(sequence.subList(window.from(), window.to()), groups));
  }

  /** Cuts a window into files of the target size, or of as many runs as a tag may list. */
  private void cut(List<BronzeFile> window, List<MergeGroup> groups) {
    List<BronzeFile> members = new ArrayList<>();
    List<BatchRun> runs = List.of();
    long bytes = 0;
    for (BronzeFile file : window) {
      List<BatchRun> longer = BatchRuns.concat(runs, file.runs());
      if (bytes + file.file().size() > settings.targetBytes()
          || longer.size() > MergeSettings.MAX_RUNS) {
        add(members, runs, groups);
        members.clear();
        longer = file.runs();
        bytes = 0;
      }
      members.add(file);
      runs = longer;
      bytes += file.file().size();
    }
    add(members, runs, groups);
  }

  private static void add(List<BronzeFile> members, List<BatchRun> runs, List<MergeGroup> groups) {
    if (members.size() >= 2) {
      groups.add(
          new MergeGroup(
              members.stream().map(BronzeFile::file).toList(),
              BatchRuns.tags(members.get(0).partition(), runs)));
    }
  }
}
