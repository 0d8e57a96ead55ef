package io.alluvium.upsert;

import io.alluvium.delta.DataFile;
import io.alluvium.delta.DeletionVector;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.parquet.DataFileSettings;
import io.alluvium.delta.parquet.DataFileWriter;
import io.alluvium.delta.parquet.WrittenFile;
import io.alluvium.delta.storage.DataFilePath;
import io.alluvium.delta.storage.OrphanFiles;
import io.alluvium.delta.storage.TableStorage;
import io.alluvium.delta.vector.VectorFiles;
import io.alluvium.row.Row;
import io.alluvium.row.Schema;
import io.alluvium.store.LatestStore;
import io.alluvium.store.Placement;
import io.alluvium.store.Upsert;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;

/**
 * Writes the files of upserts: changed rows and the live rows of files that go, vectors for those
 * that stay, change files if the store kept what was replaced. If a write fails, what it had
 * written is deleted as far as that is possible. For one thread.
 */
public final class UpsertWriter {
  private final DataFileWriter rows;
  private final ChangeRows changes;
  private final VectorFiles vectors;
  private final OrphanFiles orphans;

  /**
   * @param settings of the data files
   */
  public UpsertWriter(
      TableStorage storage, TableSpec table, DataFileSettings settings, Clock clock) {
    Schema schema = table.schema();
    this.rows = new DataFileWriter(storage, schema, table.partitionColumns(), settings, clock);
    DataFileWriter changeWriter =
        new DataFileWriter(
            storage,
            ChangeRows.schema(schema),
            table.partitionColumns(),
            settings.in(ChangeRows.DIRECTORY),
            clock);
    this.changes = new ChangeRows(changeWriter, schema);
    this.vectors = new VectorFiles(storage);
    this.orphans = new OrphanFiles(storage);
  }

  /**
   * Writes an upsert.
   *
   * @param owner of the changed rows
   */
  public WrittenUpsert write(Upsert<DataFile> upsert, Owner owner) throws IOException {
    Output output = new Output();
    try {
      List<Upsert.Entries> own = new ArrayList<>(List.of(upsert.changed()));
      List<Upsert.Entries> shared = new ArrayList<>();
      for (Upsert.Rewritten<DataFile> file : upsert.rewritten()) {
        (owner.shares(file.file()) ? shared : own).add(file.live());
        output.remove(file.file());
      }
      add(Rewrite.of(own), owner.tags(), output);
      add(Rewrite.of(shared), Map.of(), output);
      mark(upsert.marked(), owner, output);
      if (!upsert.replaced().isEmpty() || !upsert.deleted().rows().isEmpty()) {
        output.change(changes.write(upsert));
      }
      long copied = upsert.rewritten().stream().mapToLong(file -> file.live().rows().size()).sum();
      return output.done(copied);
    } catch (IOException | RuntimeException e) {
      orphans.delete(output.newPaths);
      throw e;
    }
  }

  private void add(Rewrite rewrite, Map<String, String> tags, Output output) throws IOException {
    output.add(rows.write(rewrite.rows(), tags), rewrite.ids());
  }

  private void mark(List<Upsert.Marked<DataFile>> all, Owner owner, Output output)
      throws IOException {
    List<Upsert.Marked<DataFile>> marked = new ArrayList<>();
    for (Upsert.Marked<DataFile> file : all) {
      if (owner.shares(file.file())) {
        output.shared.add(new SharedMark(file.file().path(), file.rows(), file.dead()));
      } else {
        marked.add(file);
      }
    }
    if (marked.isEmpty()) {
      return;
    }
    VectorFiles.Written written = vectors.write(marked.stream().map(Upsert.Marked::dead).toList());
    output.newPaths.add(written.path());
    for (int i = 0; i < marked.size(); i++) {
      output.describe(marked.get(i), written.vectors().get(i));
    }
  }

  /**
   * Marks rows in shared files, in addition to what is marked there.
   *
   * @param present the files as the table has them
   * @param marks of several owners, maybe several of one file; all of them of files in {@code
   *     present}
   */
  public WrittenUpsert unite(Map<String, DataFile> present, List<SharedMark> marks)
      throws IOException {
    Map<String, SharedMark> united = new LinkedHashMap<>();
    for (SharedMark mark : marks) {
      united.merge(
          mark.path(),
          mark,
          (a, b) -> new SharedMark(a.path(), a.rows(), RoaringBitmap.or(a.dead(), b.dead())));
    }
    Output output = new Output();
    List<Upsert.Marked<DataFile>> marked = new ArrayList<>();
    for (SharedMark mark : united.values()) {
      DataFile file = present.get(mark.path());
      RoaringBitmap dead =
          file.vector() == null
              ? mark.dead()
              : RoaringBitmap.or(mark.dead(), vectors.read(file.vector()));
      if (dead.getCardinality() == mark.rows()) {
        output.remove(file);
      } else {
        marked.add(new Upsert.Marked<>(file, mark.rows(), dead));
      }
    }
    mark(marked, new Owner(Map.of(), Owner.Untagged.OWN), output);
    return output.done(0);
  }

  /** Copies rows to new files, in the background of upserts. */
  public List<WrittenFile> copy(List<Row> live, Map<String, String> tags) throws IOException {
    return rows.write(live, tags);
  }

  /** Puts copied rows in the place of their sources. */
  public WrittenUpsert write(Relocation relocation) throws IOException {
    Output output = new Output();
    try {
      relocation.sources().forEach(output::remove);
      List<Relocation.Target> outdated = new ArrayList<>();
      List<RoaringBitmap> dead = new ArrayList<>();
      long copied = 0;
      for (Relocation.Target target : relocation.targets()) {
        copied += target.ids().length;
        RoaringBitmap missing = missing(target.ids());
        if (missing.isEmpty()) {
          output.place(target.file(), target.ids());
        } else if (missing.getCardinality() < target.ids().length) {
          outdated.add(target);
          dead.add(missing);
        } else {
          // Every row of the copy has been superseded: nothing will ever refer to it.
          orphans.delete(target.file());
        }
      }
      if (!outdated.isEmpty()) {
        VectorFiles.Written written = vectors.write(dead);
        output.newPaths.add(written.path());
        for (int i = 0; i < outdated.size(); i++) {
          Relocation.Target target = outdated.get(i);
          output.place(
              MarkedFile.of(target.file(), target.ids().length, written.vectors().get(i)),
              target.ids());
        }
      }
      // Not before: a caller whose write fails tries again with the same copies.
      for (Relocation.Target target : relocation.targets()) {
        output.newPaths.add(DataFilePath.decode(target.file().path()));
      }
      return output.done(copied);
    } catch (IOException | RuntimeException e) {
      orphans.delete(output.newPaths);
      throw e;
    }
  }

  private static RoaringBitmap missing(int[] ids) {
    RoaringBitmap missing = new RoaringBitmap();
    for (int position = 0; position < ids.length; position++) {
      if (ids[position] == LatestStore.NO_KEY) {
        missing.add(position);
      }
    }
    return missing;
  }

  /** Rows and their numbers in the store. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Rewrite(List<Row> rows, int[] ids) {
    static Rewrite of(List<Upsert.Entries> parts) {
      List<Row> rows = new ArrayList<>();
      int[] ids = new int[parts.stream().mapToInt(p -> p.ids().length).sum()];
      for (Upsert.Entries part : parts) {
        System.arraycopy(part.ids(), 0, ids, rows.size(), part.ids().length);
        rows.addAll(part.rows());
      }
      return new Rewrite(rows, ids);
    }
  }

  /** Gathers what a commit will refer to. */
  private static final class Output {
    private final List<DataFile> adds = new ArrayList<>();
    private final List<DataFile> removes = new ArrayList<>();
    private final List<DataFile> changeData = new ArrayList<>();
    private final List<SharedMark> shared = new ArrayList<>();
    private final List<String> newPaths = new ArrayList<>();
    private final List<DataFile> gone = new ArrayList<>();
    private final Map<DataFile, DataFile> described = new LinkedHashMap<>();
    private final Map<DataFile, int[]> placed = new LinkedHashMap<>();

    void add(List<WrittenFile> written, int[] ids) throws IOException {
      for (WrittenFile file : written) {
        int[] fileIds = new int[file.rows().length];
        for (int i = 0; i < fileIds.length; i++) {
          fileIds[i] = ids[file.rows()[i]];
        }
        newPaths.add(DataFilePath.decode(file.file().path()));
        place(file.file(), fileIds);
      }
    }

    void place(DataFile file, int[] ids) {
      adds.add(file);
      placed.put(file, ids);
    }

    void remove(DataFile file) {
      removes.add(file);
      gone.add(file);
    }

    void describe(Upsert.Marked<DataFile> file, DeletionVector vector) {
      DataFile marked = MarkedFile.of(file.file(), file.rows(), vector);
      removes.add(file.file());
      adds.add(marked);
      described.put(file.file(), marked);
    }

    void change(List<DataFile> files) throws IOException {
      changeData.addAll(files);
      for (DataFile file : files) {
        newPaths.add(DataFilePath.decode(file.path()));
      }
    }

    WrittenUpsert done(long copied) {
      return new WrittenUpsert(
          adds,
          removes,
          changeData,
          shared,
          newPaths,
          new Placement<>(gone, described, placed),
          copied);
    }
  }
}
