package io.alluvium.pipeline;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The live leases of this process by source partition. */
public final class Leases {
  private final Map<Integer, Lease> leases = new ConcurrentHashMap<>();

  /** The partition's current lease, or null if it isn't assigned here. */
  public Lease current(int partition) {
    return leases.get(partition);
  }

  /** Puts a new lease in force; one that was left over from before is revoked. */
  void begin(Lease lease) {
    Lease before = leases.put(lease.partition(), lease);
    if (before != null) {
      before.end(new Lease.Ending.Revoked());
    }
  }

  /**
   * Ends some leases. A partition's newer lease, which another stream thread may hold by now, is
   * none of them and stays in force.
   */
  void end(Collection<Lease> some, Lease.Ending how) {
    for (Lease lease : some) {
      leases.remove(lease.partition(), lease);
      lease.end(how);
    }
  }

  int count() {
    return leases.size();
  }

  public Collection<Lease> all() {
    return List.copyOf(leases.values());
  }
}
