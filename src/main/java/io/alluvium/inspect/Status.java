package io.alluvium.inspect;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.error.UserException;
import io.alluvium.pipeline.AppIds;
import io.alluvium.pipeline.GroupOffsets;
import io.alluvium.pipeline.SilverPositions;
import io.alluvium.pipeline.TopicFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How far a pipeline has come.
 *
 * @param tables in the order bronze, silver, quarantine
 * @param rekeyed the partitions of the re-keyed topic; none if there is no such topic
 * @param brokerProblem why the broker's side is missing, null if it is there
 */
public record Status(
    List<TableStatus> tables,
    List<PartitionStatus> partitions,
    List<RekeyedStatus> rekeyed,
    String brokerProblem) {

  /**
   * One table; all but the names are null if it doesn't exist.
   *
   * @param time of the last commit, milliseconds since the epoch
   * @param rows by the statistics of its files
   * @param logBytes size of the log's files
   */
  public record TableStatus(
      String shortName,
      String name,
      Long version,
      Long time,
      String operation,
      Long files,
      Long bytes,
      Long rows,
      Long logBytes) {}

  /**
   * One source partition; what isn't known is null.
   *
   * @param bronze the next offset that bronze takes
   * @param silver the next offset that silver takes
   * @param end the offset after the topic's last
   * @param lag offsets that aren't durable in both tables
   * @param committed what Kafka remembers of the group
   */
  public record PartitionStatus(
      int partition, Long bronze, Long silver, Long end, Long lag, Long committed) {}

  /**
   * One partition of the re-keyed topic; what isn't known is null.
   *
   * @param silver the next offset that silver takes
   * @param end the offset after the topic's last
   * @param committed what Kafka remembers of silver's group
   */
  public record RekeyedStatus(int partition, Long silver, Long end, Long lag, Long committed) {
    static RekeyedStatus of(int partition, Long silver, Long end, Long committed) {
      Long lag = silver == null || end == null ? null : Long.valueOf(Math.max(0, end - silver));
      return new RekeyedStatus(partition, silver, end, lag, committed);
    }
  }

  /** Looks at the tables and asks the broker, which needn't answer. */
  public static Status read(PipelineConfig config) throws IOException {
    PipelineLogs logs = PipelineLogs.of(config);
    AppIds appIds = AppIds.of(config);
    Optional<TableSnapshot> silver = logs.silver().find();
    Optional<TableSnapshot> bronze = logs.bronze().find();
    List<TableStatus> tables =
        List.of(
            table("bronze", logs.bronze(), bronze),
            table("silver", logs.silver(), silver),
            table("quarantine", logs.quarantine(), logs.quarantine().find()));
    Map<Integer, Long> ends = Map.of();
    Map<Integer, Long> committed = Map.of();
    List<RekeyedStatus> rekeyed = List.of();
    String problem = null;
    try {
      ends = TopicFacts.ask(config).ends();
      committed = GroupOffsets.ask(config).orElse(Map.of());
      rekeyed =
          config.rekey().isPresent()
              ? rekeyed(config, config.rekey().get().topic(), silver)
              : List.of();
    } catch (UserException e) {
      problem = e.what() + ": " + e.why();
    }
    return new Status(
        tables,
        partitions(
            bronze.map(s -> Positions.of(s, appIds::bronze)).orElse(Map.of()),
            silver.map(s -> SilverPositions.of(config).read(s.txns()).lowest()).orElse(Map.of()),
            ends,
            committed),
        rekeyed,
        problem);
  }

  private static List<RekeyedStatus> rekeyed(
      PipelineConfig config, String topic, Optional<TableSnapshot> silver) {
    AppIds ids = new AppIds(config.name(), topic);
    Map<Integer, Long> at = silver.map(s -> Positions.of(s, ids::silver)).orElse(Map.of());
    Map<Integer, Long> ends = TopicFacts.find(config, topic).map(TopicFacts::ends).orElse(Map.of());
    Map<Integer, Long> committed =
        GroupOffsets.ask(config, config.silverGroup(), topic).orElse(Map.of());
    Set<Integer> numbers = new TreeSet<>(at.keySet());
    numbers.addAll(ends.keySet());
    return numbers.stream()
        .map(
            number ->
                RekeyedStatus.of(number, at.get(number), ends.get(number), committed.get(number)))
        .toList();
  }

  private static List<PartitionStatus> partitions(
      Map<Integer, Long> bronze,
      Map<Integer, Long> silver,
      Map<Integer, Long> ends,
      Map<Integer, Long> committed) {
    Set<Integer> numbers = new TreeSet<>(bronze.keySet());
    numbers.addAll(silver.keySet());
    numbers.addAll(ends.keySet());
    List<PartitionStatus> partitions = new ArrayList<>();
    for (int number : numbers) {
      partitions.add(
          new PartitionStatus(
              number,
              bronze.get(number),
              silver.get(number),
              ends.get(number),
              lag(bronze.get(number), silver.get(number), ends.get(number)),
              committed.get(number)));
    }
    return partitions;
  }

  private static Long lag(Long bronze, Long silver, Long end) {
    return bronze == null || silver == null || end == null
        ? null
        : Long.valueOf(end - Math.min(bronze, silver));
  }

  private static TableStatus table(
      String shortName, ReadOnlyLog log, Optional<TableSnapshot> snapshot) throws IOException {
    String name = log.spec().name();
    if (snapshot.isEmpty()) {
      return new TableStatus(shortName, name, null, null, null, null, null, null, null);
    }
    long version = snapshot.get().version();
    List<DataFile> files = snapshot.get().files();
    List<TableHistory.Entry> last = TableHistory.read(log, version, 1);
    return new TableStatus(
        shortName,
        name,
        version,
        last.isEmpty() ? null : last.get(0).time(),
        last.isEmpty() ? null : last.get(0).operation(),
        (long) files.size(),
        files.stream().mapToLong(DataFile::size).sum(),
        files.stream().mapToLong(f -> Math.max(0, f.liveRecords())).sum(),
        log.bytes());
  }
}
