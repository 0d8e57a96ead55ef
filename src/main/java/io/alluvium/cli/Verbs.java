package io.alluvium.cli;

import java.util.List;

/** Every verb, in the order in which help shows them. */
final class Verbs {
  static final List<Class<?>> ALL =
      List.of(
          DemoCommand.class,
          RunCommand.class,
          ValidateCommand.class,
          SqlCommand.class,
          DdlCommand.class,
          HistoryCommand.class,
          VerifyCommand.class,
          StatusCommand.class,
          ResetCommand.class,
          RebuildCommand.class,
          OptimizeCommand.class,
          VacuumCommand.class,
          FeedCommand.class,
          BrokerCommand.class);

  private Verbs() {}
}
