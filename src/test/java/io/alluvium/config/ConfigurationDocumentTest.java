package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The document and the parser know the same keys. */
class ConfigurationDocumentTest {
  private static final Path DOCUMENT = Path.of("docs/configuration.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-z.-]+)` \\| [^|]+ \\| ([^|]+) \\|.*\\|.*\\|$", Pattern.MULTILINE);

  @Test
  void everyKeyHasARowAndEveryRowAKey() throws IOException {
    // Given
    String document = Files.readString(DOCUMENT);

    // When
    List<String> keys = ROW.matcher(document).results().map(row -> row.group(1)).toList();

    // Then
    assertThat(keys).containsExactlyInAnyOrderElementsOf(Keys.ALL.stream().map(Key::path).toList());
  }

  @Test
  void defaultsAreThoseOfTheParser() throws IOException {
    // Given
    String document = Files.readString(DOCUMENT);

    // When
    List<MatchResult> rows = ROW.matcher(document).results().toList();

    // Then
    Map<String, String> written =
        rows.stream().collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));
    for (Key<?> key : Keys.ALL) {
      if (key.isRequired()) {
        assertThat(written.get(key.path())).as(key.path()).isEqualTo("required");
      } else if (key.fallback() != null) {
        assertThat(written.get(key.path())).as(key.path()).isEqualTo("`" + key.fallback() + "`");
      }
    }
  }

  @Test
  void theReadmesSmallestFileIsRight() throws IOException {
    // Given
    String readme = Files.readString(Path.of("README.md"));
    String file = readme.split("```yaml\n", 2)[1].split("```", 2)[0];

    // When
    PipelineConfig config =
        new PipelineParser(Map.<String, String>of()::get, Path.of("/w"))
            .parse("mine.yaml", file, List.of())
            .config();

    // Then
    assertThat(config.silver().key()).containsExactly("device");
  }

  @Test
  void everyWordOfTheColumnsIsExplained() throws IOException {
    // Given
    String document = Files.readString(DOCUMENT);

    // When
    String columns = document.substring(document.indexOf("## Columns"));

    // Then
    assertThat(columns).contains(BronzeColumnsReader.GRAMMAR.keySet());
    assertThat(columns).contains(SilverColumnsReader.GRAMMAR.keySet());
    assertThat(columns).contains(StepsReader.GRAMMAR.keySet());
    assertThat(columns).contains(ColumnTypes.NAMES);
  }
}
