package io.alluvium.inspect.rebuild;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.SilverConfig;
import io.alluvium.row.Hash64;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that decides what portions of bronze come to, besides their rows. */
final class Inputs {
  private final String rules;

  /**
   * @param config whose parts are values that say in words what they are, the same in every process
   */
  Inputs(PipelineConfig config, Ownership ownership) {
    SilverConfig silver = config.silver();
    this.rules =
        Stream.of(
                // Another version of the program may make other rows by the same rules.
                Inputs.class.getPackage().getImplementationVersion(),
                config.name(),
                config.source().topic(),
                config.rekey(),
                ownership.getClass().getSimpleName(),
                ownership.partitions(),
                config.bronze().table().path(),
                config.bronze().columns(),
                silver.table().path(),
                silver.table().schema(),
                silver.table().partitionColumns(),
                silver.columns(),
                silver.key(),
                silver.matching(),
                silver.deletion(),
                silver.targetFileBytes())
            .map(String::valueOf)
            .collect(Collectors.joining("\n"));
  }

  /** Stands for them and for the rows of a portion. */
  String of(Portion portion) {
    return Long.toHexString(Hash64.of(rules)) + "-" + portion.fingerprint();
  }
}
