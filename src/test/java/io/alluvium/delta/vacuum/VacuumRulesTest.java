package io.alluvium.delta.vacuum;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.storage.Listing;
import io.alluvium.delta.storage.StoredFile;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Which files go. */
class VacuumRulesTest {
  private static final long BEFORE = 1_000;
  private static final long CHANGE_DATA_BEFORE = 900;
  private static final VacuumRules RULES =
      new VacuumRules(
          List.of("_day"), Map.of(), new VacuumRules.Limits(BEFORE, CHANGE_DATA_BEFORE));

  @Provide
  Arbitrary<StoredFile> files() {
    Arbitrary<String> directory =
        Arbitraries.of(
            "",
            "day=1/",
            "_day=2/",
            "_x/",
            ".y/",
            "_delta_log/",
            "_change_data/",
            "a/_change_data/");
    Arbitrary<String> name =
        Arbitraries.of("f", "g.parquet", ".f.crc", "_h", ".i", "deletion_vector_1.bin");
    return Combinators.combine(directory, directory, name, Arbitraries.longs().between(800, 1_100))
        .as((a, b, c, time) -> new StoredFile(a + b + c, 1, time));
  }

  @Property
  void nothingReferencedYoungOrHiddenGoes(
      @ForAll List<@From("files") StoredFile> files, @ForAll Set<@From("files") StoredFile> kept) {
    // Given
    Set<String> referenced = kept.stream().map(StoredFile::path).collect(Collectors.toSet());

    // When
    VacuumRules.Decision decision = RULES.decide(new Listing(files, List.of()), referenced);

    // Then
    for (StoredFile file : decision.files()) {
      List<String> segments = Arrays.asList(file.path().split("/", -1));
      assertThat(referenced).doesNotContain(file.path());
      assertThat(file.modificationTime()).isLessThan(BEFORE);
      assertThat(segments.subList(1, segments.size()))
          .noneMatch(s -> s.equals("_delta_log") || s.equals("_change_data") || s.equals("_x"));
      assertThat(segments.get(0)).isNotIn("_x", ".y", "_delta_log", "_h", ".i");
      if (segments.get(0).equals("_change_data")) {
        assertThat(file.modificationTime()).isLessThan(CHANGE_DATA_BEFORE);
      }
    }
  }

  @Property
  void everythingElseGoes(@ForAll List<@From("files") StoredFile> files) {
    // Given
    Set<String> visible = Set.of("f", "g.parquet", "deletion_vector_1.bin");

    // When
    List<StoredFile> gone = RULES.decide(new Listing(files, List.of()), Set.of()).files();

    // Then
    assertThat(gone)
        .containsAll(
            files.stream()
                .filter(f -> f.modificationTime() < CHANGE_DATA_BEFORE)
                .filter(f -> visible.contains(f.path()) || f.path().matches("_?day=./[^_./]+"))
                .toList());
  }

  @Test
  void aChecksumGoesWithItsFile() {
    // Given
    List<StoredFile> files =
        List.of(
            new StoredFile("d/a", 1, 0),
            new StoredFile("d/.a.crc", 1, 0),
            new StoredFile("d/b", 1, 0),
            new StoredFile("d/.b.crc", 1, 0));

    // When
    VacuumRules.Decision decision = RULES.decide(new Listing(files, List.of()), Set.of("d/b"));

    // Then
    assertThat(decision.files()).extracting(StoredFile::path).containsExactly("d/a", "d/.a.crc");
  }

  @Test
  void directoriesGoOnceNothingIsInThemInnermostFirst() {
    // Given
    List<StoredFile> files =
        List.of(
            new StoredFile("a=1/b=1/old", 1, 0),
            new StoredFile("a=1/b=2/young", 1, BEFORE),
            new StoredFile("a=2/b=1/old", 1, 0));
    List<StoredFile> directories =
        List.of(
            new StoredFile("a=1", 0, BEFORE),
            new StoredFile("a=1/b=1", 0, BEFORE),
            new StoredFile("a=1/b=2", 0, BEFORE),
            new StoredFile("a=2", 0, BEFORE),
            new StoredFile("a=2/b=1", 0, BEFORE),
            new StoredFile("empty and old", 0, 0),
            new StoredFile("just made", 0, BEFORE));

    // When
    VacuumRules.Decision decision = RULES.decide(new Listing(files, directories), Set.of());

    // Then
    List<String> gone = decision.directories().stream().map(StoredFile::path).toList();
    assertThat(new HashSet<>(gone)).isEqualTo(Set.of("a=1/b=1", "a=2/b=1", "a=2", "empty and old"));
    assertThat(gone.indexOf("a=2/b=1")).isLessThan(gone.indexOf("a=2"));
  }

  @Test
  void icebergMetadataOfUniFormStays() {
    // Given
    VacuumRules rules =
        new VacuumRules(
            List.of(),
            Map.of("delta.universalFormat.enabledFormats", "iceberg"),
            new VacuumRules.Limits(BEFORE, BEFORE));
    Listing listing =
        new Listing(List.of(new StoredFile("metadata/v1.metadata.json", 1, 0)), List.of());

    // When
    VacuumRules.Decision decision = rules.decide(listing, Set.of());

    // Then
    assertThat(decision.files()).isEmpty();
    assertThat(RULES.decide(listing, Set.of()).files()).hasSize(1);
  }
}
