package io.alluvium.error;

import java.time.Duration;

/** The user-facing errors of a pipeline that starts or runs, as a whole. */
public final class RunErrors {
  private RunErrors() {}

  public static UserException notDurable(String name, Duration deadline) {
    return UserException.failed(
        "pipeline " + name + " couldn't make everything durable",
        "storage didn't take it within " + deadline.toSeconds() + " s",
        "see the log file, mend the storage and run it again: nothing is lost or taken twice");
  }

  public static UserException endedEarly(String name) {
    return UserException.failed(
        "pipeline " + name + " stopped before it was done",
        "its stream threads have ended",
        "see the log file for the reason, and start it again: nothing is lost");
  }

  public static UserException silverWithoutPosition(
      String silverTable, String topic, int partition, long bronze) {
    return new UserException(
        ExitCode.USAGE,
        "table " + silverTable + " was never filled, and bronze already holds offsets of it",
        "bronze stands at offset "
            + bronze
            + " of topic "
            + topic
            + ", partition "
            + partition
            + "; silver would start half empty",
        "run `rebuild`, which makes it of all that bronze holds, or `reset --to current` to begin it"
            + " at bronze's position without what bronze holds",
        null);
  }

  public static UserException bronzeBehindSilver(
      String topic, int partition, long bronze, long silver) {
    return UserException.failed(
        "bronze is behind silver on topic " + topic + ", partition " + partition,
        "bronze stands at offset "
            + bronze
            + " and silver at "
            + silver
            + ": bronze was restored or replaced",
        "bring bronze back to its newest version, or run `reset` to say where both go on");
  }
}
