package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.alluvium.error.ExitCode;
import io.alluvium.error.UserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines that are to run in one process. */
class SeveralFilesTest {
  @TempDir Path directory;
  private final PipelineParser parser =
      new PipelineParser(Map.of("SECOND", "b")::get, Path.of("/w"));

  private Path file(String name, String more) throws IOException {
    return Files.writeString(
        directory.resolve(name + ".yaml"),
        """
        name: %1$s
        kafka: {bootstrap.servers: 'h:9092'}
        source: {topic: %1$s}
        bronze: {path: /t/%1$s/bronze, table: %1$s.bronze, columns: {k: string, ts: timestamp}}
        silver: {path: /t/%1$s/silver, table: %1$s.silver, key: [k], sequence-by: [ts], columns: {k: copy, ts: copy}}
        """
                .formatted(name)
            + more);
  }

  private List<String> problems(List<Path> files, String... overrides) {
    UserException e =
        catchThrowableOfType(UserException.class, () -> parser.parseAll(files, List.of(overrides)));
    assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE);
    return e.why().lines().toList();
  }

  @Test
  void overridesAreForAllOrForTheOneThatIsNamed() throws Exception {
    // Given
    Path second =
        Files.writeString(
            file("b", ""),
            Files.readString(file("b", "")).replace("name: b", "name: ${ENV:SECOND}"));
    List<Path> files = List.of(file("a", ""), second);

    // When
    List<PipelineConfig> configs =
        parser
            .parseAll(
                files,
                List.of(
                    "b:source.topic=late",
                    "source.on-gap=continue",
                    "a:kafka.bootstrap.servers=x:1"))
            .stream()
            .map(ParsedPipeline::config)
            .toList();

    // Then
    assertThat(configs).extracting(c -> c.source().topic()).containsExactly("a", "late");
    assertThat(configs)
        .extracting(c -> c.source().onGap())
        .containsOnly(SourceConfig.OnGap.CONTINUE);
    assertThat(configs)
        .extracting(c -> c.kafka().get("bootstrap.servers"))
        .containsExactly("x:1", "h:9092");
  }

  @Test
  void ofSeveralOverridesTheLastHoldsWhomeverItNames() throws Exception {
    // Given
    List<Path> files = List.of(file("a", ""), file("b", ""));

    // When
    List<ParsedPipeline> parsed =
        parser.parseAll(
            files, List.of("a:limits.buffer=1MB", "limits.buffer=2MB", "b:limits.buffer=3MB"));

    // Then
    assertThat(parsed)
        .extracting(p -> p.config().limits().bufferBytes())
        .containsExactly(2L << 20, 3L << 20);
  }

  @Test
  void aTableWhereAnotherKeepsItsDeletedKeys() throws Exception {
    // Given
    List<Path> files = List.of(file("a", ""), file("b", ""));

    // When
    List<String> problems =
        problems(
            files,
            "a:silver.tombstones=ignore",
            "a:silver.delete-when=k = x",
            "b:bronze.path=/t/a/silver_deleted");

    // Then
    assertThat(problems)
        .singleElement()
        .asString()
        .contains("bronze.path", "/t/a/silver_deleted of");
  }

  @Test
  void anOverrideForNobody() throws Exception {
    // Given
    List<Path> files = List.of(file("first", ""), file("b", ""));

    // When
    List<String> problems = problems(files, "fist:limits.buffer=1MB");

    // Then
    assertThat(problems)
        .containsExactly("--set fist:…: no pipeline has this name — did you mean \"first\"?");
  }

  @Test
  void allProblemsOfAllFilesAtOnce() throws Exception {
    // Given
    Path missing = directory.resolve("missing.yaml");
    Path bogus = file("a", "bogus: 1\n");
    Path worse = file("b", "limits: {buffer: 3}\n");

    // When
    List<String> problems = problems(List.of(missing, bogus, worse));

    // Then
    assertThat(problems)
        .containsExactly(
            "the pipeline file " + missing + " can't be read",
            "  there is no such file",
            bogus + " has a problem",
            "  "
                + bogus
                + ":6: bogus: there is no such key — use one of name, source, rekey, bronze, silver, tables, limits, management, secrets, oci, kafka, hadoop",
            worse + " has a problem",
            "  "
                + worse
                + ":6: limits.buffer: \"3\" is no size — write a whole number and B, KB, MB or GB, as in 64MB");
  }

  @Test
  void sharedNamesAndTables() throws Exception {
    // Given
    Path a = file("a", "");
    Path b = file("b", "");

    // When
    List<String> problems =
        problems(
            List.of(a, b),
            "b:silver.table=A.Silver",
            "b:silver.path=/t/a/bronze/below",
            "b:bronze.quarantine-path=/t/a/silver");

    // Then
    assertThat(problems)
        .containsExactly(
            b
                + ": silver.table: \"A.Silver\" is the name of a table in "
                + a
                + " too — give each table a name of its own",
            b
                + ": bronze.quarantine-path: /t/a/silver would lie at, in or around /t/a/silver of "
                + a
                + " — give each table a directory of its own",
            b
                + ": silver.path: /t/a/bronze/below would lie at, in or around /t/a/bronze of "
                + a
                + " — give each table a directory of its own");
  }

  @Test
  void theSameFileTwice() throws Exception {
    // Given
    Path a = file("a", "");

    // When
    List<String> problems = problems(List.of(a, a));

    // Then
    assertThat(problems)
        .containsExactly(
            a
                + ": name: \"a\" is the name in "
                + a
                + " too — give each pipeline a name, which is its consumer group, of its own");
  }

  @Test
  void twoPorts() throws Exception {
    // Given
    Path a = file("a", "management: {port: 8080}\n");
    Path b = file("b", "management: {port: 8081}\n");

    // When
    List<String> problems = problems(List.of(a, b));

    // Then
    assertThat(problems)
        .containsExactly(
            b
                + ": management.port: a process has one port, and the files say [8080, 8081] — write the same port, 0 or off in all of them");
  }

  @Test
  void twoAddresses() throws Exception {
    // Given
    Path a = file("a", "management: {port: 0}\n");
    Path b = file("b", "management: {port: 0, address: 0.0.0.0}\n");
    Path quiet = file("c", "management: {address: 10.0.0.1}\n");

    // When
    List<String> problems = problems(List.of(a, b, quiet));

    // Then
    assertThat(problems)
        .containsExactly(
            b
                + ": management.address: a process serves at one address, and the files say [0.0.0.0, 127.0.0.1] — write the same address in all of them");
  }

  @Test
  void oneFixedPortIsForAll() throws Exception {
    // Given
    List<Path> files =
        List.of(
            file("a", "management: {port: 0}\n"),
            file("b", "management: {port: 8080}\n"),
            file("c", ""));

    // When
    List<ParsedPipeline> parsed = parser.parseAll(files, List.of());

    // Then
    assertThat(ManagementConfig.port(parsed.stream().map(p -> p.config().management()).toList()))
        .isEqualTo(OptionalInt.of(8080));
  }
}
