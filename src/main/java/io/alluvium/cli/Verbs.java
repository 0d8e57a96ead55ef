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
          VerifyCommand.class,
          FeedCommand.class);

  private Verbs() {}
}
