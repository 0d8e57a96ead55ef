package io.alluvium.chaos;

/** How much chaos: little by default, more with the Maven profile {@code chaos}. */
final class ChaosSize {
  private ChaosSize() {}

  /** Records of one experiment with kills. */
  static int records() {
    return Integer.getInteger("chaos.records", 40_000);
  }

  /** Kills of one experiment with kills. */
  static int kills() {
    return Integer.getInteger("chaos.kills", 5);
  }

  /** How often the process is halted at each step. */
  static int halts() {
    return Integer.getInteger("chaos.halts", 1);
  }

  /** Whether each experiment is made with every workload, and not with one of them in turn. */
  static boolean isEveryWorkload() {
    return Boolean.getBoolean("chaos.every-workload");
  }

  /** How long storage is away, in milliseconds. */
  static int outageMillis() {
    return Integer.getInteger("chaos.outage", 6_000);
  }
}
