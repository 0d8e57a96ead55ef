package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a terminal sees of every verb alike: where output goes, and exit codes. */
class CommandLineTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return new CommandLineFactory(new PrintWriter(out), new PrintWriter(err))
        .create()
        .execute(args);
  }

  static Stream<Arguments> slips() {
    return Stream.of(
        Arguments.of("Missing COMMAND", new String[] {}),
        Arguments.of("validate", new String[] {"validat"}),
        Arguments.of("--bogus", new String[] {"validate", "-c", "x", "--bogus"}),
        Arguments.of("--config", new String[] {"validate"}),
        Arguments.of("there is no such file", new String[] {"validate", "-c", "no/such.yaml"}));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("slips")
  void aSlipIsAShortHintAndExitCode2(String hint, String[] args) {
    // Given a command line that can't work

    // When
    int code = run(args);

    // Then
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains(hint).startsWith("alluvium: ");
    assertThat(err.toString().lines()).hasSizeLessThanOrEqualTo(3);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void validateReportsEveryProblemOnStderr(@TempDir Path directory) throws Exception {
    // Given
    Path file = Files.writeString(directory.resolve("p.yaml"), "name: p\nsorce: {}\n");

    // When
    int code = run("validate", "-c", file.toString(), "--set", "source.start=never");

    // Then
    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .contains(file + ":2: sorce: there is no such key — did you mean \"source\"?")
        .contains("--set source.start: \"never\" is none of the words");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void validatePrintsTheConfigurationOnly() {
    // Given
    String file = "config/tfl.yaml";

    // When
    int code = run("validate", "-c", file, "--set", "source.topic=other");

    // Then
    assertThat(code).isZero();
    assertThat(out.toString()).startsWith("name: tfl\n").contains("topic: other");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theSamePipelineTwiceIsRefused() {
    // Given
    String[] both = {"validate", "-c", "config/tfl.yaml", "-c", "config/tfl.yaml"};

    // When
    int code = run(both);

    // Then
    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("alluvium: the set of pipelines has a problem")
        .contains("config/tfl.yaml: name: \"tfl\" is the name in config/tfl.yaml too");
    assertThat(out.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "validate"})
  void nothingStartsUnlessAllFilesAreGood(String verb, @TempDir Path directory) throws Exception {
    // Given
    Path bad = Files.writeString(directory.resolve("bad.yaml"), "name: bad\n");

    // When
    int code = run(verb, "-c", "config/tfl.yaml", "-c", bad.toString(), "-c", "no/such.yaml");

    // Then
    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("alluvium: 2 of the pipeline files can't be used")
        .contains(bad + ":1: source.topic: this key is missing", "no/such.yaml can't be read");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void otherVerbsKeepToOneFile() {
    // Given
    String[] both = {"verify", "-c", "config/tfl.yaml", "-c", "config/tfl.yaml"};

    // When
    int code = run(both);

    // Then
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("--config");
  }

  @ParameterizedTest
  @MethodSource("questions")
  void helpAndVersionAreAnswers(String[] args) {
    // Given a question

    // When
    int code = run(args);

    // Then
    assertThat(code).isZero();
    assertThat(out.toString()).contains("alluvium");
    assertThat(err.toString()).isEmpty();
  }

  static Stream<Arguments> questions() {
    return Stream.of("--help", "--version", "validate --help")
        .map(line -> Arguments.of((Object) line.split(" ", -1)));
  }
}
