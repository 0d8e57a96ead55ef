package io.alluvium.config;

import io.alluvium.error.ConfigurationErrors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What pipelines that run in one process must not share. */
final class Coexistence {
  private final Map<String, Path> names = new TreeMap<>();
  private final Map<String, Path> tables = new TreeMap<>();
  private final Map<String, Path> rekeyed = new TreeMap<>();
  private final Map<String, Path> paths = new TreeMap<>();
  private final Map<Integer, Path> ports = new TreeMap<>();
  private final Set<String> addresses = new TreeSet<>();
  private final List<String> problems = new ArrayList<>();

  /** Where a table lies, and the key that says so. */
  private record Place(Key<String> key, String path) {}

  private Coexistence() {}

  /**
   * Compares each with those before it.
   *
   * @param files where the pipelines were written, in their order
   * @throws io.alluvium.error.UserException with everything that collides
   */
  static void check(List<Path> files, List<PipelineConfig> pipelines) {
    Coexistence all = new Coexistence();
    for (int i = 0; i < pipelines.size(); i++) {
      all.add(files.get(i), pipelines.get(i));
    }
    if (!all.problems.isEmpty()) {
      throw ConfigurationErrors.badConfiguration("the set of pipelines", all.problems);
    }
  }

  private void add(Path file, PipelineConfig pipeline) {
    Path sameName = names.putIfAbsent(pipeline.name(), file);
    if (sameName != null) {
      problem(
          file,
          Keys.NAME,
          "\"" + pipeline.name() + "\" is the name in " + sameName + " too",
          "give each pipeline a name, which is its consumer group, of its own");
      // One file that is there twice collides in everything; once is enough to say so.
      return;
    }
    rekeyed(file, pipeline);
    table(file, Keys.BRONZE_TABLE, pipeline.bronze().table().name());
    table(file, Keys.SILVER_TABLE, pipeline.silver().table().name());
    List<Place> own = new ArrayList<>();
    own.add(new Place(Keys.BRONZE_PATH, pipeline.bronze().table().path()));
    own.add(new Place(Keys.BRONZE_QUARANTINE_PATH, pipeline.bronze().quarantinePath()));
    own.add(new Place(Keys.SILVER_PATH, pipeline.silver().table().path()));
    if (pipeline.silver().remembersDeletes()) {
      own.add(new Place(Keys.SILVER_PATH, pipeline.silver().deletedPath()));
    }
    own.forEach(place -> path(file, place.key, place.path));
    own.forEach(place -> paths.put(place.path, file));
    pipeline.management().port().ifPresent(port -> port(file, port));
    if (pipeline.management().port().isPresent()) {
      address(file, pipeline.management().address());
    }
  }

  private void rekeyed(Path file, PipelineConfig pipeline) {
    pipeline.groups().stream()
        .filter(group -> !group.equals(pipeline.name()))
        .filter(group -> names.putIfAbsent(group, file) != null)
        .forEach(
            group ->
                problem(
                    file,
                    Keys.NAME,
                    "\"" + group + "\" is its consumer group too, since it has a rekey.topic",
                    "give the pipelines other names"));
    if (pipeline.rekey().isPresent()) {
      String topic = pipeline.rekey().get().topic();
      Path other = rekeyed.putIfAbsent(topic, file);
      if (other != null) {
        problem(
            file,
            Keys.REKEY_TOPIC,
            "\"" + topic + "\" is that of " + other + " too",
            "give each pipeline a re-keyed topic of its own");
      }
    }
  }

  private void table(Path file, Key<String> key, String name) {
    Path other = tables.putIfAbsent(name.toLowerCase(Locale.ROOT), file);
    if (other != null) {
      problem(
          file,
          key,
          "\"" + name + "\" is the name of a table in " + other + " too",
          "give each table a name of its own");
    }
  }

  private void path(Path file, Key<String> key, String path) {
    paths.forEach(
        (otherPath, other) -> {
          if (TablePaths.overlap(path, otherPath)) {
            problem(
                file,
                key,
                path + " would lie at, in or around " + otherPath + " of " + other,
                "give each table a directory of its own");
          }
        });
  }

  private void port(Path file, int port) {
    if (port == 0) {
      return;
    }
    ports.putIfAbsent(port, file);
    if (ports.size() > 1) {
      problem(
          file,
          Keys.MANAGEMENT_PORT,
          "a process has one port, and the files say " + ports.keySet(),
          "write the same port, 0 or off in all of them");
    }
  }

  private void address(Path file, String address) {
    addresses.add(address);
    if (addresses.size() > 1) {
      problem(
          file,
          Keys.MANAGEMENT_ADDRESS,
          "a process serves at one address, and the files say " + addresses,
          "write the same address in all of them");
    }
  }

  private void problem(Path file, Key<?> key, String reason, String remedy) {
    problems.add(file + ": " + key.path() + ": " + reason + " — " + remedy);
  }
}
