package io.alluvium.pipeline;

import io.alluvium.delta.CommitOutcome;
import io.alluvium.delta.TableChange;
import io.alluvium.delta.TableLog;
import io.alluvium.delta.TxnAdvance;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Moves positions without rows. */
final class Moving {
  private static final Logger LOG = LoggerFactory.getLogger(Moving.class);

  private Moving() {}

  /** Moves all of them in one commit; if others moved one meanwhile, none. */
  static void move(TableLog table, List<TxnAdvance> advances, Operations.Reason reason)
      throws IOException {
    CommitOutcome outcome =
        table.commit(
            new TableChange(
                UUID.randomUUID().toString(),
                List.of(),
                List.of(),
                advances,
                Operations.move(reason, advances)));
    if (!(outcome instanceof CommitOutcome.Committed)) {
      LOG.info("{} were moved by somebody else meanwhile: {}", advances, outcome);
    }
  }
}
