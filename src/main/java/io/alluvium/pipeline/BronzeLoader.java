package io.alluvium.pipeline;

import io.alluvium.delta.TableLog;
import io.alluvium.delta.TableSnapshot;
import java.io.IOException;

/** Reads from bronze where a source partition stands and when it took what. */
final class BronzeLoader {
  private final AppIds appIds;
  private final TableLog bronze;

  BronzeLoader(AppIds appIds, TableLog bronze) {
    this.appIds = appIds;
    this.bronze = bronze;
  }

  /**
   * @param from offsets below it will not be read again
   * @throws IOException if storage fails; the call can be repeated
   */
  LoadedBronze load(Lease lease, long from) throws IOException {
    TableSnapshot now = bronze.snapshot();
    return new LoadedBronze(
        IngestTimes.of(now.files(), lease.partition(), from),
        now.txn(appIds.bronze(lease.partition())).orElseThrow());
  }
}
