package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.error.UserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A damaged file is refused in words or still means something; it never breaks the parser. */
class PipelineFuzzTest {
  private static final String PIECES = "{}[]:,-'\"&*!|>%@`#\n\t ${}=~?\\\u0000é";
  private final PipelineParser parser = new PipelineParser(name -> null, Path.of("/w"));
  private final String tfl;

  PipelineFuzzTest() throws IOException {
    tfl = Files.readString(Path.of("config/tfl.yaml"));
  }

  @Property(tries = 1000)
  void damageIsReported(
      @ForAll @IntRange(max = 4000) int from,
      @ForAll @IntRange(max = 40) int length,
      @ForAll @IntRange(max = 33) int piece) {
    // Given
    int start = from % tfl.length();
    int end = Math.min(tfl.length(), start + length);
    char put = PIECES.charAt(piece % PIECES.length());
    String damaged = tfl.substring(0, start) + put + tfl.substring(end);

    // When
    Optional<UserException> refusal = refusal(damaged);

    // Then
    refusal.ifPresent(
        e -> assertThat(e.why().lines()).isNotEmpty().allMatch(l -> l.contains(" — ")));
  }

  private Optional<UserException> refusal(String yaml) {
    try {
      parser.parse("p.yaml", yaml, List.of());
      return Optional.empty();
    } catch (UserException e) {
      return Optional.of(e);
    }
  }
}
