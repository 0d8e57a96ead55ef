package io.alluvium.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The document, the program, the dashboard and the alerts know the same metrics. */
class MetricsDocumentTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (`alluvium_[^|]*)\\|([^|]*)\\| .* \\|$");
  private static final Pattern QUOTED = Pattern.compile("`([a-z_]+)`");
  private static final Pattern USED = Pattern.compile("\\balluvium_[a-z_]+");

  @Test
  void everyMetricHasARowWithItsLabels() throws IOException {
    // Given
    String document = Files.readString(Path.of("docs/operations.md"));

    // When
    Map<String, List<String>> written = new HashMap<>();
    for (MatchResult row : ROW.matcher(document).results().toList()) {
      quoted(row.group(1)).forEach(name -> written.put(name, quoted(row.group(2))));
    }

    // Then
    Map<String, List<String>> known = new HashMap<>();
    for (AlluviumMetric metric : AlluviumMetric.values()) {
      known.put(metric.exposed(), metric.labels());
    }
    assertThat(written).isEqualTo(known);
  }

  private static List<String> quoted(String cell) {
    return QUOTED.matcher(cell).results().map(found -> found.group(1)).toList();
  }

  @Test
  void dashboardAndAlertsUseNoOtherNames() throws IOException {
    // Given
    List<String> known =
        Stream.of(AlluviumMetric.values())
            .flatMap(
                metric ->
                    Stream.of("", "_bucket", "_sum", "_count")
                        .filter(end -> end.isEmpty() || metric == AlluviumMetric.COMMITS)
                        .map(end -> metric.exposed() + end))
            .toList();

    // When
    List<String> used =
        Stream.of("docker/grafana/dashboards/alluvium.json", "docker/prometheus/alerts.yaml")
            .map(MetricsDocumentTest::read)
            .flatMap(text -> USED.matcher(text).results().map(MatchResult::group))
            .distinct()
            .toList();

    // Then
    assertThat(known).containsAll(used);
    assertThat(used).hasSizeGreaterThan(15);
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
