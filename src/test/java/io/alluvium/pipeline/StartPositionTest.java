package io.alluvium.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.config.SourceConfig;
import io.alluvium.config.SourceConfig.Edge;
import io.alluvium.config.SourceConfig.OnGap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class StartPositionTest {
  private static final OptionalLong NONE = OptionalLong.empty();
  private static final SourceConfig EARLIEST =
      new SourceConfig("topic", Edge.EARLIEST, OnGap.STOP, Optional.empty());
  private static final SourceConfig LATEST =
      new SourceConfig("topic", Edge.LATEST, OnGap.STOP, Optional.empty());
  private static final SourceConfig CONTINUE =
      new SourceConfig("topic", Edge.EARLIEST, OnGap.CONTINUE, Optional.empty());

  static Stream<Arguments> cases() {
    return Stream.of(
        c("new tables, earliest", NONE, NONE, 5, 90, EARLIEST, new StartPosition.Anchor(5)),
        c("new tables, latest", NONE, NONE, 5, 90, LATEST, new StartPosition.Anchor(90)),
        c("a start that was cut short", NONE, at(40), 5, 90, LATEST, new StartPosition.Anchor(40)),
        c("both equal", at(40), at(40), 5, 90, EARLIEST, new StartPosition.Resume(40, 40)),
        c("silver behind", at(60), at(40), 5, 90, EARLIEST, new StartPosition.Resume(60, 40)),
        c("at the end", at(90), at(90), 5, 90, EARLIEST, new StartPosition.Resume(90, 90)),
        c("at the beginning", at(5), at(5), 5, 90, EARLIEST, new StartPosition.Resume(5, 5)),
        c("an empty topic", at(90), at(90), 90, 90, EARLIEST, new StartPosition.Resume(90, 90)),
        c("silver passed bronze", at(40), at(60), 5, 90, EARLIEST, behind(40, 60)),
        c(
            "silver never filled",
            at(40),
            NONE,
            5,
            90,
            EARLIEST,
            new StartPosition.SilverMissing(40)),
        c("retention took some", at(3), at(3), 5, 90, EARLIEST, new StartPosition.Gap(3, 5)),
        c("the same, going on", at(3), at(3), 5, 90, CONTINUE, new StartPosition.Skip(3, 5)),
        c("bronze has them", at(60), at(3), 5, 90, CONTINUE, new StartPosition.SilverGap(60, 3, 5)),
        c(
            "bronze is ahead of it",
            at(91),
            at(50),
            5,
            90,
            EARLIEST,
            new StartPosition.Ahead(91, 90)),
        c("all is gone", at(60), at(60), 80, 80, EARLIEST, new StartPosition.Gap(60, 80)),
        c("recreated", at(91), at(91), 5, 90, EARLIEST, new StartPosition.Ahead(91, 90)),
        c("recreated, going on", at(91), at(91), 0, 3, CONTINUE, new StartPosition.Ahead(91, 3)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void deltaDecidesAndTheTopicOnlyLimits(
      String name,
      OptionalLong bronze,
      OptionalLong silver,
      long beginning,
      long end,
      SourceConfig source,
      StartPosition expected) {
    // When
    StartPosition start = StartPosition.decide(bronze, silver, beginning, end, source);

    // Then
    assertThat(start).isEqualTo(expected);
  }

  private static Arguments c(
      String name,
      OptionalLong bronze,
      OptionalLong silver,
      long beginning,
      long end,
      SourceConfig source,
      StartPosition expected) {
    return Arguments.of(name, bronze, silver, beginning, end, source, expected);
  }

  private static OptionalLong at(long offset) {
    return OptionalLong.of(offset);
  }

  private static StartPosition behind(long bronze, long silver) {
    return new StartPosition.BronzeBehind(bronze, silver);
  }
}
