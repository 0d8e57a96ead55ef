package io.alluvium.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No jar comes in unseen, and the distribution has each of them in its place. */
class RuntimeJarsTest {
  private static final Path LIST = Path.of("src/test/resources/runtime-jars.txt");
  private static final Path RESOLVED = Path.of("target/runtime-class-path.txt");

  /** The names below each {@code [section]}. */
  private static Map<String, List<String>> sections() throws IOException {
    Map<String, List<String>> sections = new TreeMap<>();
    String section = "";
    for (String line : Files.readAllLines(LIST)) {
      if (line.startsWith("[")) {
        section = line.substring(1, line.length() - 1);
        sections.put(section, new ArrayList<>());
      } else if (!line.startsWith("#")) {
        sections.get(section).add(line);
      }
    }
    return sections;
  }

  @Test
  void whatMavenResolvesIsWhatIsKnown() throws IOException {
    // Given
    assumeThat(RESOLVED).as("Maven writes it before the tests").exists();
    List<String> known = sections().values().stream().flatMap(List::stream).toList();

    // When: a local repository has the artefact's name two directories above the jar
    List<String> resolved =
        Stream.of(Files.readString(RESOLVED).strip().split(File.pathSeparator))
            .map(jar -> Path.of(jar).getParent().getParent().getFileName().toString())
            .toList();

    // Then
    assertThat(new TreeSet<>(resolved))
        .as(
            "a dependency came or went. If that is wanted: say why in docs/dependencies.md, mend %s,"
                + " and if it serves the embedded broker only, src/dist/dist.xml; otherwise exclude"
                + " it in pom.xml (mvn dependency:tree tells who brings it)",
            LIST)
        .isEqualTo(new TreeSet<>(known));
  }

  @Test
  void theDistributionLaysThemOutByTheSameList() throws IOException {
    // Given
    String descriptor = Files.readString(Path.of("src/dist/dist.xml"));

    // When
    List<String> included = names(descriptor, "include");
    List<String> excluded = names(descriptor, "exclude");

    // Then
    assertThat(included).containsExactlyInAnyOrderElementsOf(sections().get("broker"));
    assertThat(excluded)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of("broker", "sql")
                .flatMap(section -> known(section).stream())
                .collect(Collectors.toList()));
  }

  private static List<String> known(String section) {
    try {
      return sections().get(section);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static List<String> names(String descriptor, String element) {
    return Pattern.compile("<" + element + ">[\\w.-]+:([\\w.-]+)</" + element + ">")
        .matcher(descriptor)
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
