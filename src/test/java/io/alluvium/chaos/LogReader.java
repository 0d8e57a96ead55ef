package io.alluvium.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.alluvium.config.PipelineConfig;
import io.alluvium.delta.TableSpec;
import io.alluvium.delta.log.TableAccess;
import io.alluvium.delta.storage.TablePath;
import io.alluvium.pipeline.PipelineTables;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A table's log as its JSON files have it, read without any of the code under test. Each {@link
 * #refresh} reads what came since. Not thread-safe.
 */
final class LogReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path log;
  private final Lines lines;
  private final Map<String, Long> positions = new HashMap<>();
  private final Set<String> everAdded = new HashSet<>();
  private final List<String> steppedBack = new ArrayList<>();
  private boolean onlyLayout;
  private long version = -1;

  /** A version's lines, empty if there is no such version. */
  private interface Lines {
    Optional<List<String>> of(String name) throws IOException;
  }

  LogReader(Path table) {
    this.log = table.resolve("_delta_log");
    this.lines =
        name ->
            Files.exists(log.resolve(name))
                ? Optional.of(Files.readAllLines(log.resolve(name)))
                : Optional.empty();
  }

  private LogReader(String table, TableAccess access) {
    this.log = Path.of("nowhere");
    this.lines = name -> lines(table + "/_delta_log/" + name, access);
  }

  /** Of a table wherever it is. */
  static LogReader of(TableSpec table, PipelineConfig config) {
    return TablePath.isLocal(table.path())
        ? new LogReader(Path.of(table.path()))
        : new LogReader(table.path(), PipelineTables.access(config));
  }

  private static Optional<List<String>> lines(String path, TableAccess access) throws IOException {
    List<String> lines = new ArrayList<>();
    try (var found = access.logs().read(new org.apache.hadoop.fs.Path(path), access.conf())) {
      found.forEachRemaining(lines::add);
      return Optional.of(lines);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  void refresh() throws IOException {
    for (Optional<List<String>> next = next(); next.isPresent(); next = next()) {
      for (String line : next.get()) {
        read(JSON.readTree(line));
      }
      version++;
    }
  }

  private Optional<List<String>> next() throws IOException {
    return lines.of("%020d.json".formatted(version + 1));
  }

  private void read(JsonNode action) {
    if (action.has("commitInfo")) {
      onlyLayout = action.at("/commitInfo/operation").textValue().equals("OPTIMIZE");
    } else if (action.has("txn")) {
      String appId = action.at("/txn/appId").textValue();
      long next = action.at("/txn/version").longValue();
      Long before = positions.put(appId, next);
      if (before != null && (onlyLayout ? before != next : before >= next)) {
        steppedBack.add(appId + " from " + before + " to " + next + " in version " + (version + 1));
      }
    } else if (action.has("add")) {
      everAdded.add(action.at("/add/path").textValue());
    }
  }

  long version() {
    return version;
  }

  /** -1 if there is none. */
  long position(String appId) {
    return positions.getOrDefault(appId, -1L);
  }

  /** Positions that didn't grow, or were moved by who changed no rows: none ever should. */
  List<String> steppedBack() {
    return steppedBack;
  }

  /** Paths of all files that were ever part of the table. */
  Set<String> everAdded() {
    return everAdded;
  }

  /** Data files that lie in the table's directory and were never part of it. */
  Set<String> strangers() throws IOException {
    Path root = log.getParent();
    Set<String> strangers = new HashSet<>();
    try (var files = Files.walk(root)) {
      files
          .map(file -> root.relativize(file).toString())
          .filter(path -> path.endsWith(".parquet") && !path.startsWith("_delta_log"))
          .forEach(strangers::add);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    refresh();
    strangers.removeAll(everAdded);
    return strangers;
  }
}
