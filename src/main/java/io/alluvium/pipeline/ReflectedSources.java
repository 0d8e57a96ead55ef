package io.alluvium.pipeline;

import io.alluvium.delta.TxnAdvance;
import io.alluvium.rekey.SourceProgress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** The positions of all source partitions in one partition of the re-keyed topic. */
final class ReflectedSources implements Reflected {
  private final SourceProgress progress;
  private final IntFunction<String> appId;
  private final Map<String, Long> sealed = new HashMap<>();

  /**
   * @param progress which moves on its own
   * @param appId of a source partition's position
   */
  ReflectedSources(SourceProgress progress, IntFunction<String> appId) {
    this.progress = progress;
    this.appId = appId;
    progress.positions().forEach((source, next) -> sealed.put(appId.apply(source), next));
  }

  /**
   * Takes note of a source partition that has begun since.
   *
   * @param next as the table has it
   */
  void begin(int source, long next) {
    progress.begin(source, next);
    sealed.putIfAbsent(appId.apply(source), next);
  }

  @Override
  public List<TxnAdvance> seal() {
    List<TxnAdvance> advances = new ArrayList<>();
    progress
        .positions()
        .forEach(
            (source, next) -> {
              String id = appId.apply(source);
              long before = sealed.put(id, next);
              if (before != next) {
                advances.add(new TxnAdvance(id, before, next));
              }
            });
    return advances;
  }

  @Override
  public void takeBack(List<TxnAdvance> advances) {
    advances.forEach(advance -> sealed.put(advance.appId(), advance.expected()));
  }
}
