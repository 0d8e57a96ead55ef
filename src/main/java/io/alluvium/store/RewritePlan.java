package io.alluvium.store;

import java.util.Collection;
import java.util.List;

/** Which files an upsert replaces by new ones that hold their live rows. */
@FunctionalInterface
public interface RewritePlan<F> {
  /**
   * Some of the files. Superseded rows of the others have to be marked as deleted.
   *
   * @param files all of the table's
   */
  Collection<F> choose(List<FileState<F>> files);
}
