package io.alluvium.inspect.reset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.delta.TableSnapshot;
import io.alluvium.delta.TxnAdvance;
import io.alluvium.error.UserException;
import io.alluvium.inspect.PipelineLogs;
import io.alluvium.inspect.Tables;
import io.alluvium.pipeline.Operations;
import io.alluvium.pipeline.PipelineTables;
import io.alluvium.pipeline.TopicFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResetTest {
  private static final Optional<TopicFacts> TOPIC =
      Optional.of(new TopicFacts(Map.of(0, 2L, 1, 0L), Map.of(0, 200L, 1, 5L)));

  @TempDir Path directory;
  private Tables tables;
  private Reset reset;

  @BeforeEach
  void openTables() throws IOException {
    tables = Tables.create(directory).start(0);
    move(0, 100);
    reset = new Reset(tables.config());
  }

  private void move(long from, long to) throws IOException {
    tables.move(tables.bronze(), Operations.Reason.START, tables.appIds().bronze(0), from, to);
    tables.move(tables.silver(), Operations.Reason.START, tables.appIds().silver(0), from, to);
  }

  private ResetPlan plan(ResetTarget target) throws IOException {
    return reset.plan(target, TOPIC, OptionalInt.of(0), OptionalLong.empty());
  }

  @Test
  void backwardsRepeats() throws IOException {
    // When
    ResetPlan plan = plan(new ResetTarget.Earliest());

    // Then
    assertThat(plan.moves().get(0).consequences())
        .containsExactly("partition 0: bronze will hold the offsets 2 to 100 twice");
  }

  @Test
  void forwardsSkips() throws IOException {
    // When
    ResetPlan plan = plan(new ResetTarget.Latest());

    // Then
    assertThat(plan.moves().get(0).consequences())
        .containsExactly("partition 0: the offsets 100 to 200 are never taken");
  }

  @Test
  void whatSilverWouldMissIsSaid() {
    // Given
    ResetMove move = new ResetMove(3, 100L, 60L, null, 200);

    // When
    var consequences = move.consequences();

    // Then
    assertThat(consequences).hasSize(2);
    assertThat(consequences.get(1))
        .contains("partition 3: silver never takes the offsets 60 to 100 that bronze holds");
  }

  @Test
  void positionsFallInBothTables() throws IOException {
    // Given
    ResetPlan plan = plan(new ResetTarget.Offset(40));

    // When
    reset.apply(plan, Clock.systemUTC());

    // Then
    assertThat(tables.bronze().snapshot().txn(tables.appIds().bronze(0))).hasValue(40);
    assertThat(tables.silver().snapshot().txn(tables.appIds().silver(0))).hasValue(40);
  }

  @Test
  void aFallenPositionOutlivesACheckpoint() throws IOException {
    // Given
    reset.apply(plan(new ResetTarget.Offset(40)), Clock.systemUTC());

    // When
    for (long next = 40; next < 52; next++) {
      tables.move(
          tables.bronze(), Operations.Reason.START, tables.appIds().bronze(0), next, next + 1);
      tables.move(
          tables.silver(), Operations.Reason.START, tables.appIds().silver(0), next, next + 1);
    }

    // Then
    for (String table : new String[] {"bronze", "silver"}) {
      assertThat(directory.resolve(table + "/_delta_log/_last_checkpoint")).exists();
    }
    PipelineLogs logs = PipelineLogs.of(tables.config());
    TableSnapshot bronze = logs.bronze().find().orElseThrow();
    TableSnapshot silver = logs.silver().find().orElseThrow();
    assertThat(bronze.txn(tables.appIds().bronze(0))).hasValue(52);
    assertThat(silver.txn(tables.appIds().silver(0))).hasValue(52);
  }

  @Test
  void whatOthersTookBackIsAcceptedWhereItIs() throws IOException {
    // Given
    restore("silver");
    ResetPlan plan = plan(new ResetTarget.Current());

    // When
    reset.apply(plan, Clock.systemUTC());

    // Then
    assertThat(plan.moves()).isEmpty();
    assertThat(plan.isNothing()).isFalse();
    assertThat(plan.acceptances())
        .containsExactly("silver is accepted as it is: version 3 is a RESTORE by Spark");
    PipelineTables opened = PipelineTables.open(tables.config(), Clock.systemUTC(), Runnable::run);
    assertThat(opened.silver().snapshot().txn(tables.appIds().silver(0))).hasValue(100);
    assertThat(plan(new ResetTarget.Current()).isNothing()).isTrue();
  }

  @Test
  void whatOthersTookBackStopsUntilThePositionsWereMoved() throws IOException {
    // Given
    restore("bronze");
    assertThatThrownBy(() -> PipelineTables.open(tables.config(), Clock.systemUTC(), Runnable::run))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("reset --to");

    // When
    reset.apply(plan(new ResetTarget.Earliest()), Clock.systemUTC());

    // Then
    PipelineTables opened = PipelineTables.open(tables.config(), Clock.systemUTC(), Runnable::run);
    assertThat(opened.bronze().snapshot().txn(tables.appIds().bronze(0))).hasValue(2);
  }

  /** As Spark would, after the two versions of {@link #openTables} and the first. */
  private void restore(String table) throws IOException {
    Files.writeString(
        directory.resolve(table + "/_delta_log/00000000000000000003.json"),
        "{\"commitInfo\":{\"operation\":\"RESTORE\",\"operationParameters\":{\"version\":1},"
            + "\"engineInfo\":\"Spark\"}}\n");
  }

  @Test
  void whoWasAtWorkIsFenced() throws IOException {
    // Given
    ResetPlan plan = plan(new ResetTarget.Offset(40));
    move(100, 110);

    // When
    var thrown = assertThatThrownBy(() -> reset.apply(plan, Clock.systemUTC()));

    // Then
    thrown.isInstanceOf(UserException.class).hasMessageContaining("somebody else moved it");
  }

  @Test
  void offsetsThatTheTopicDoesNotHaveAreRefused() {
    // When
    var thrown = assertThatThrownBy(() -> plan(new ResetTarget.Offset(201)));

    // Then
    thrown.hasMessageContaining("has no offset 201").hasMessageContaining("offsets 2 to 200");
  }

  @Test
  void aPartitionThatIsNotThereIsRefused() {
    // When
    var thrown =
        assertThatThrownBy(
            () ->
                reset.plan(
                    new ResetTarget.Latest(), TOPIC, OptionalInt.of(7), OptionalLong.empty()));

    // Then
    thrown.hasMessageContaining("no partition 7");
  }

  @Test
  void aNewTopicsIdIsTakenOver() throws IOException {
    // Given
    rememberTopic(11);
    ResetPlan plan =
        reset.plan(new ResetTarget.Earliest(), TOPIC, OptionalInt.empty(), OptionalLong.of(22));

    // When
    reset.apply(plan, Clock.systemUTC());

    // Then
    TableSnapshot bronze = tables.bronze().snapshot();
    assertThat(bronze.txn(tables.appIds().topicId())).hasValue(22);
    assertThat(bronze.txn(tables.appIds().bronze(0))).hasValue(2);
    assertThat(bronze.txn(tables.appIds().bronze(1))).hasValue(0);
  }

  @Test
  void onePartitionOfANewTopicIsRefused() throws IOException {
    // Given
    rememberTopic(11);

    // When
    var thrown =
        assertThatThrownBy(
            () ->
                reset.plan(
                    new ResetTarget.Latest(), TOPIC, OptionalInt.of(0), OptionalLong.of(22)));

    // Then
    thrown.hasMessageContaining("created anew");
  }

  private void rememberTopic(long id) throws IOException {
    tables.move(
        tables.bronze(), Operations.Reason.START, tables.appIds().topicId(), TxnAdvance.NONE, id);
  }
}
