package io.alluvium.inspect.rebuild;

import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.DataFile;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.log.ReadOnlyLog;
import io.alluvium.delta.log.TableReplacement;
import io.alluvium.error.UpkeepErrors;
import io.alluvium.inspect.BronzeFiles;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.pipeline.Operations;
import io.alluvium.pipeline.PipelineTables;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes silver anew of what bronze holds at one version, and puts it in the place of silver in one
 * commit that also says where the stream goes on. Until then silver is as it was: one that is cut
 * short leaves files that nothing refers to, and notes of them by which the next one goes on.
 * Nobody may be at work on silver meanwhile. For one thread.
 */
public final class Rebuild {
  private static final Logger LOG = LoggerFactory.getLogger(Rebuild.class);
  private static final long NO_TABLE = -1;

  private final PipelineConfig config;
  private final Clock clock;
  private final Pace pace;
  private final TableReplacement silver;
  private final BronzeFiles reader;

  public Rebuild(PipelineConfig config, Clock clock) {
    this(config, clock, Pace.usual());
  }

  /**
   * @param pace at which it is noted how far a portion has come
   */
  Rebuild(PipelineConfig config, Clock clock, Pace pace) {
    this.config = config;
    this.clock = clock;
    this.pace = pace;
    this.silver = PipelineTables.replacement(config, PipelineTables.silverSpec(config), clock);
    this.reader = new BronzeFiles(config);
  }

  /**
   * What would happen.
   *
   * @param partitions how many the topic has, the re-keyed one if there is one
   * @throws io.alluvium.error.UserException if bronze is missing, doesn't fit or has no positions,
   *     or if silver is another pipeline's or can't be written
   */
  public RebuildPlan plan(int partitions) throws IOException {
    return new RebuildPlanner(config, silver, reader).plan(partitions);
  }

  /**
   * Does it.
   *
   * @throws io.alluvium.error.UserException if a file of bronze can't be read, if somebody else
   *     moved silver's positions meanwhile, or if another rebuild of the table is under way
   */
  public RebuildReport run(RebuildPlan plan, RebuildProgress progress) throws IOException {
    long began = System.nanoTime();
    BronzeContent bronze = plan.bronze();
    String path = config.silver().table().path();
    LOG.info("rebuilding {} of bronze's version {}", path, bronze.version());
    Tally tally = new Tally(bronze.rows(), progress);
    try (RebuildNotes notes = RebuildNotes.open(path, PipelineTables.access(config), clock);
        RebuiltFiles files = new RebuiltFiles(config, plan.ownership(), clock)) {
      reduce(plan, notes, files, tally, progress);
      notes.requireHeld();
      long version = commit(plan, files, tally.done());
      remove(notes);
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      Counts done = tally.done();
      LOG.info(
          "{} has {} rows in version {}, made of {} in {}",
          path,
          done.keys(),
          version,
          done.read(),
          took);
      return new RebuildReport(
          bronze.version(),
          version,
          done.read(),
          done.incomplete(),
          done.keys(),
          done.deletedKeys(),
          files.rows().size(),
          took,
          plan.notices());
    }
  }

  private static void remove(RebuildNotes notes) {
    try {
      notes.keepOnly(List.of());
    } catch (IOException e) {
      // They don't count any more: the table has another version now.
      LOG.warn("notes of the rebuild are left behind: {}", e.toString());
    }
  }

  private void reduce(
      RebuildPlan plan,
      RebuildNotes notes,
      RebuiltFiles files,
      Tally tally,
      RebuildProgress progress)
      throws IOException {
    List<Portion> portions = Portion.of(plan.bronze(), plan.ownership());
    Inputs rules = new Inputs(config, plan.ownership());
    Map<String, String> inputs = new LinkedHashMap<>();
    portions.forEach(portion -> inputs.put(portion.name(), rules.of(portion)));
    String target = target();
    Map<String, PortionNote> earlier =
        new Resumption(notes, files, target, clock).take(inputs, progress);
    FoldFiles soFar = new FoldFiles(notes.storage(), config.silver().table().schema(), clock);
    NoteTaker noteTaker = new NoteTaker(notes, soFar, inputs, target, pace);
    Reducer reducer = new Reducer(config, reader, files, noteTaker, tally, clock);
    for (Portion portion : portions) {
      reducer.reduce(portion, Optional.ofNullable(earlier.get(portion.name())));
    }
  }

  /**
   * Both tables as they are while the notes are held: whoever commits to one, a rebuild that died
   * before it could remove its notes among them, moves its version on.
   */
  private String target() throws IOException {
    PipelineLogs logs = PipelineLogs.of(config);
    long deletedKeys = logs.deleted().isPresent() ? version(logs.deleted().get()) : NO_TABLE;
    return version(logs.silver()) + "/" + deletedKeys;
  }

  private static long version(ReadOnlyLog log) throws IOException {
    return log.find().map(TableSnapshot::version).orElse(NO_TABLE);
  }

  private long commit(RebuildPlan plan, RebuiltFiles files, Counts done) throws IOException {
    files.requireAll();
    // Before silver: a key that is gone and not remembered could come back.
    files.commitMarkers();
    Map<String, Long> metrics =
        Map.of(
            "numFiles", (long) files.rows().size(),
            "numOutputRows", done.keys(),
            "numOutputBytes", files.rows().stream().mapToLong(DataFile::size).sum());
    CommitOutcome outcome =
        silver.commit(
            files.rows(), plan.positions(), Operations.rebuild(plan.positions(), metrics));
    if (outcome instanceof CommitOutcome.Committed committed) {
      return committed.version();
    }
    throw UpkeepErrors.rebuildOvertaken(config.silver().table().name(), outcome.toString());
  }
}
