package io.alluvium.oci.vault;

import io.alluvium.error.OciErrors;
import java.io.IOException;
import java.time.Duration;

/** Reads again, with growing pauses, what another store can't read just now. */
public final class PatientStore implements SecretStore {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final SecretStore store;
  private final Duration patience;

  public PatientStore(SecretStore store, Duration patience) {
    this.store = store;
    this.patience = patience;
  }

  /**
   * @throws io.alluvium.error.UserException also once patience has come to its end
   */
  @Override
  public String read(String ocid) {
    long deadline = System.nanoTime() + patience.toNanos();
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        return store.read(ocid);
      } catch (IOException e) {
        if (System.nanoTime() + pause.toNanos() > deadline || !slept(pause)) {
          throw OciErrors.vaultDown(ocid, patience, e);
        }
        pause = pause.multipliedBy(2);
        pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
      }
    }
  }

  private static boolean slept(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
