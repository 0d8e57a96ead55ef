package io.alluvium.pipeline;

import io.alluvium.config.ColumnPrints;
import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableSnapshot;
import io.alluvium.row.Column;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a changed configuration does to a silver that is there, in words for the user. */
final class StartNotices {
  private static final Logger LOG = LoggerFactory.getLogger(StartNotices.class);

  private StartNotices() {}

  /**
   * @param before silver, before anything is done to it
   */
  static List<String> of(PipelineConfig config, TableSnapshot before) {
    List<String> notices = new ArrayList<>();
    List<String> changed = ColumnPrints.of(config).changedSince(before.properties());
    if (!changed.isEmpty()) {
      notices.add(
          "columns of silver are made another way than before: %s; rows that are there keep what"
                  .formatted(String.join(", ", changed))
              + " they have until their key comes again; `rebuild` makes all of them anew");
    }
    List<String> added =
        config.silver().table().schema().columns().stream()
            .map(Column::name)
            .filter(name -> before.schema().indexOf(name) < 0)
            .toList();
    if (!added.isEmpty()) {
      notices.add(
          "silver gets new columns: %s; null in rows that are there until their key comes again"
              .formatted(String.join(", ", added)));
    }
    notices.forEach(LOG::warn);
    return notices;
  }
}
