package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.store.LatestStore;
import io.alluvium.store.Upsert;
import io.alluvium.upsert.CompactionPlan;
import io.alluvium.upsert.Relocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts one partition's small and half dead files together while the stream goes on: their rows come
 * from the store and are written in the background; once they are, one short commit puts them in
 * the place of their sources. Rows that were superseded meanwhile are marked in the new files. For
 * the stream thread; one compaction at a time.
 */
final class SilverCompactor {
  private static final Logger LOG = LoggerFactory.getLogger(SilverCompactor.class);

  private final Lease lease;
  private final LatestStore<DataFile> store;
  private final Optional<CompactionPlan> plan;
  private final FileCopier copier;
  private Copy underWay;

  SilverCompactor(
      Lease lease, LatestStore<DataFile> store, Optional<CompactionPlan> plan, FileCopier copier) {
    this.lease = lease;
    this.store = store;
    this.plan = plan;
    this.copier = copier;
  }

  /** Sources by their paths, since their vectors may change while they are copied. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody; a list would box millions
  private record Copy(
      Set<String> sources, int[] ids, CompletableFuture<List<WrittenFile>> written) {}

  /** Begins one if it is worth it. To be called right after the store was sealed. */
  void begin() {
    if (underWay != null || plan.isEmpty()) {
      return;
    }
    List<DataFile> sources = plan.get().choose(store.files());
    if (!sources.isEmpty()) {
      Upsert.Entries live = store.copy(sources);
      Set<String> paths = sources.stream().map(DataFile::path).collect(Collectors.toSet());
      underWay = new Copy(paths, live.ids(), copier.copy(live.rows(), lease));
    }
  }

  /** What is ready to be committed, while no batch is under way. */
  Optional<Relocation> ready() {
    if (underWay == null || !underWay.written.isDone()) {
      return Optional.empty();
    }
    Copy copy = underWay;
    underWay = null;
    List<WrittenFile> written;
    try {
      written = copy.written.join();
    } catch (CompletionException e) {
      LOG.warn("files of {} weren't put together: {}", lease, e.getCause().toString());
      return Optional.empty();
    }
    List<DataFile> sources =
        store.files().stream()
            .map(state -> state.file())
            .filter(file -> copy.sources.contains(file.path()))
            .toList();
    Relocation relocation = relocation(sources, written, store.stillIn(sources, copy.ids));
    if (!complete(sources, relocation)) {
      LOG.info("what was put together for {} is out of date", lease);
      copier.discard(written);
      return Optional.empty();
    }
    return Optional.of(relocation);
  }

  private static Relocation relocation(
      List<DataFile> sources, List<WrittenFile> written, int[] ids) {
    List<Relocation.Target> targets = new ArrayList<>();
    for (WrittenFile file : written) {
      int[] fileIds = Arrays.stream(file.rows()).map(row -> ids[row]).toArray();
      targets.add(new Relocation.Target(file.file(), fileIds));
    }
    return new Relocation(sources, targets);
  }

  /** Whether every row that counts in the sources was copied. */
  private boolean complete(List<DataFile> sources, Relocation relocation) {
    long copied =
        relocation.targets().stream()
            .flatMapToInt(target -> Arrays.stream(target.ids()))
            .filter(id -> id != LatestStore.NO_KEY)
            .count();
    long live =
        store.files().stream()
            .filter(state -> sources.contains(state.file()))
            .mapToLong(state -> state.live())
            .sum();
    return copied == live && !sources.isEmpty();
  }

  /** Drops what is under way: the store's files aren't what they were. */
  void cancel() {
    if (underWay != null) {
      var unused = underWay.written.thenAccept(copier::discard);
      underWay = null;
    }
  }
}
