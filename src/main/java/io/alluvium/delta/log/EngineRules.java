package io.alluvium.delta.log;

/**
 * What tables an engine may take on.
 *
 * @param newestReader the highest reader version that it knows
 * @param newestWriter the highest writer version that it knows
 */
public record EngineRules(ExtraColumns extraColumns, int newestReader, int newestWriter) {
  /** delta-standalone knows no table features; what it writes is mostly appended. */
  public static final EngineRules STANDALONE = new EngineRules(ExtraColumns.NULLABLE, 1, 2);

  /** The own writer knows versions with features, and appends. */
  public static final EngineRules OWN_APPENDER = new EngineRules(ExtraColumns.NULLABLE, 3, 7);

  /** The own writer where it rewrites rows. */
  public static final EngineRules OWN_WRITER = new EngineRules(ExtraColumns.NONE, 3, 7);
}
