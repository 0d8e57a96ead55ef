package io.alluvium.inspect.reset;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.Operation;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.error.TableErrors;
import io.alluvium.error.UpkeepErrors;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.Positions;
import io.alluvium.pipeline.AppIds;
import io.alluvium.pipeline.Operations;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.pipeline.SilverPositions;
import io.alluvium.pipeline.TopicFacts;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.IntFunction;

/**
 * Moves the positions of a pipeline's tables by commits without data. A transaction version may
 * fall: it is the last one committed that counts, not the greatest (Delta protocol, "Transaction
 * Identifiers"). Nobody may be at work on the tables meanwhile; who is gets fenced.
 */
public final class Reset {
  private final PipelineConfig config;
  private final AppIds appIds;
  private final SilverPositions silverPositions;

  public Reset(PipelineConfig config) {
    this.config = config;
    this.appIds = AppIds.of(config);
    this.silverPositions = SilverPositions.of(config);
  }

  /**
   * What would happen.
   *
   * @param topic the topic now, empty if the broker can't be asked
   * @param only one partition, empty for all
   * @param topicId what tells the topic from others of its name, empty if unknown
   * @throws io.alluvium.error.UserException if a table is missing or the target isn't there
   */
  public ResetPlan plan(
      ResetTarget target, Optional<TopicFacts> topic, OptionalInt only, OptionalLong topicId)
      throws IOException {
    PipelineLogs logs = PipelineLogs.of(config);
    TableSnapshot bronze = required(logs.bronze());
    Map<Integer, Long> bronzeAt = Positions.of(bronze, appIds::bronze);
    Map<String, Long> silver = logs.silver().find().map(TableSnapshot::txns).orElseGet(Map::of);
    Map<Integer, Long> silverAt = silverPositions.read(silver).lowest();
    Map<Integer, Long> quarantineAt = positions(logs.quarantine(), appIds::quarantine);
    OptionalLong knownId = bronze.txn(appIds.topicId());
    boolean recreated =
        topicId.isPresent() && knownId.isPresent() && topicId.getAsLong() != knownId.getAsLong();
    if (recreated && only.isPresent()) {
      throw UpkeepErrors.resetNeedsAllPartitions(appIds.topic());
    }
    List<ResetMove> moves = new ArrayList<>();
    Set<Integer> moving =
        target instanceof ResetTarget.Current ? Set.of() : partitions(topic, bronzeAt, only);
    if (target instanceof ResetTarget.Current && only.isEmpty()) {
      moves.addAll(beginnings(bronzeAt, silverAt));
    }
    for (int partition : moving) {
      long to = topic.isPresent() ? offset(target, topic.get(), partition) : fixed(target);
      moves.add(
          new ResetMove(
              partition,
              bronzeAt.get(partition),
              silverAt.get(partition),
              quarantineAt.get(partition),
              to));
    }
    return new ResetPlan(
        moves,
        recreated && !moving.isEmpty()
            ? Optional.of(
                new TxnAdvance(appIds.topicId(), knownId.getAsLong(), topicId.getAsLong()))
            : Optional.empty(),
        moving.isEmpty() || topic.isEmpty() ? List.of() : rekeyed(silver),
        logs.bronze().takenBack(),
        logs.silver().takenBack());
  }

  /** What was sent before the move must not be taken after it. */
  private List<TxnAdvance> rekeyed(Map<String, Long> silver) {
    if (config.rekey().isEmpty()) {
      return List.of();
    }
    AppIds ids = new AppIds(config.name(), config.rekey().get().topic());
    Map<Integer, Long> ends =
        TopicFacts.find(config, ids.topic()).map(TopicFacts::ends).orElse(Map.of());
    List<TxnAdvance> advances = new ArrayList<>();
    Positions.of(silver, ids::silver)
        .forEach(
            (partition, position) ->
                advances.add(
                    new TxnAdvance(
                        ids.silver(partition), position, ends.getOrDefault(partition, position))));
    return advances;
  }

  /** Silver begins where bronze is, if it has never begun. */
  private static List<ResetMove> beginnings(
      Map<Integer, Long> bronzeAt, Map<Integer, Long> silverAt) {
    return bronzeAt.entrySet().stream()
        .filter(bronze -> !silverAt.containsKey(bronze.getKey()))
        .map(
            bronze ->
                new ResetMove(bronze.getKey(), bronze.getValue(), null, null, bronze.getValue()))
        .toList();
  }

  private Set<Integer> partitions(
      Optional<TopicFacts> topic, Map<Integer, Long> bronzeAt, OptionalInt only) {
    Set<Integer> known = new TreeSet<>(topic.map(t -> t.ends().keySet()).orElse(bronzeAt.keySet()));
    if (only.isPresent()) {
      if (!known.contains(only.getAsInt())) {
        throw UpkeepErrors.resetPartitionUnknown(appIds.topic(), only.getAsInt());
      }
      return Set.of(only.getAsInt());
    }
    return known;
  }

  private long offset(ResetTarget target, TopicFacts topic, int partition) {
    long to = target.in(topic, partition);
    long beginning = topic.beginnings().get(partition);
    long end = topic.ends().get(partition);
    if (to < beginning || to > end) {
      throw UpkeepErrors.resetOutside(appIds.topic(), partition, to, beginning, end);
    }
    return to;
  }

  private static long fixed(ResetTarget target) {
    if (target instanceof ResetTarget.Offset offset) {
      return offset.next();
    }
    throw new IllegalArgumentException(target + " needs the topic");
  }

  private static TableSnapshot required(ReadOnlyLog log) throws IOException {
    return log.find()
        .orElseThrow(() -> TableErrors.tableMissing(log.spec().name(), log.spec().path()));
  }

  private static Map<Integer, Long> positions(ReadOnlyLog log, IntFunction<String> appId)
      throws IOException {
    return log.find().map(table -> Positions.of(table, appId)).orElse(Map.of());
  }

  /**
   * Does it. Cut short, it is to be done again: the partitions that moved stay where they are.
   *
   * @throws io.alluvium.error.UserException if somebody else moved a position meanwhile
   */
  public void apply(ResetPlan plan, Clock clock) throws IOException {
    PipelineTables tables = PipelineTables.openToReset(config, clock);
    for (ResetMove move : plan.moves()) {
      if (move.quarantine() != null) {
        move(
            tables.quarantine(), appIds.quarantine(move.partition()), move.quarantine(), move.to());
      }
      if (move.goesBack()) {
        moveSilver(tables, move);
        moveBronze(tables, move);
      } else {
        moveBronze(tables, move);
        moveSilver(tables, move);
      }
    }
    List<TxnAdvance> rekeyed =
        plan.rekeyed().stream().filter(txn -> txn.expected() != txn.next()).toList();
    if (!rekeyed.isEmpty()) {
      commit(tables.silver(), rekeyed);
    }
    if (plan.newTopic().isPresent()) {
      commit(tables.bronze(), List.of(plan.newTopic().get()));
    }
    if (plan.bronzeTakenBack().isPresent()) {
      accept(tables.bronze());
    }
    if (plan.silverTakenBack().isPresent()) {
      accept(tables.silver());
    }
  }

  /** Writes a commit after which nobody looks back further; positions stay. */
  private static void accept(TableLog table) throws IOException {
    Map.Entry<String, Long> any = table.snapshot().txns().entrySet().iterator().next();
    TxnAdvance stay = new TxnAdvance(any.getKey(), any.getValue(), any.getValue());
    commit(table, List.of(stay), Operations.move(Operations.Reason.RESET, List.of()));
  }

  private void moveBronze(PipelineTables tables, ResetMove move) throws IOException {
    move(tables.bronze(), appIds.bronze(move.partition()), move.bronze(), move.to());
  }

  private void moveSilver(PipelineTables tables, ResetMove move) throws IOException {
    Map<String, Long> txns = tables.silver().snapshot().txns();
    List<TxnAdvance> advances = new ArrayList<>();
    int ways = config.rekey().isPresent() ? silverPositions.ways(txns) : 1;
    for (int way = 0; way < ways; way++) {
      String id = silverPositions.id(way, move.partition());
      long expected = txns.getOrDefault(id, TxnAdvance.NONE);
      if (expected != move.to()) {
        advances.add(new TxnAdvance(id, expected, move.to()));
      }
    }
    if (!advances.isEmpty()) {
      commit(tables.silver(), advances);
    }
  }

  private static void move(TableLog table, String appId, Long from, long to) throws IOException {
    long expected = from == null ? TxnAdvance.NONE : from;
    if (expected != to) {
      commit(table, List.of(new TxnAdvance(appId, expected, to)));
    }
  }

  private static void commit(TableLog table, List<TxnAdvance> advances) throws IOException {
    commit(table, advances, Operations.move(Operations.Reason.RESET, advances));
  }

  private static void commit(TableLog table, List<TxnAdvance> advances, Operation operation)
      throws IOException {
    CommitOutcome outcome =
        table.commit(
            new TableChange(
                UUID.randomUUID().toString(), List.of(), List.of(), advances, operation));
    if (!(outcome instanceof CommitOutcome.Committed)) {
      throw UpkeepErrors.resetOvertaken(advances.get(0).appId(), outcome.toString());
    }
  }
}
