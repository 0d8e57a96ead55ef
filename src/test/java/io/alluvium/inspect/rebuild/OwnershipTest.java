package io.alluvium.inspect.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.FileTags;
import io.alluvium.rekey.KeyBytes;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OwnershipTest {
  private static final OptionalLong UNKNOWN = OptionalLong.empty();

  static List<Arguments> cases() {
    return List.of(
        Arguments.of("one partition, whoever wrote", 1, UNKNOWN, Set.of(0), 5, true),
        Arguments.of("one, after there were more", 1, UNKNOWN, Set.of(0, 1), 0, false),
        Arguments.of("as many as at first", 3, OptionalLong.of(3), Set.of(0, 1, 2), 0, true),
        Arguments.of("some without rows yet", 3, OptionalLong.of(3), Set.of(1), 0, true),
        Arguments.of("more than at first", 3, OptionalLong.of(2), Set.of(0, 1), 0, false),
        Arguments.of("of before this was noted", 3, UNKNOWN, Set.of(0, 1, 2), 0, false),
        Arguments.of("a topic made anew", 2, OptionalLong.of(2), Set.of(0, 1, 2), 0, false),
        Arguments.of("files without tags", 2, OptionalLong.of(2), Set.of(0, 1), 1, false));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void aRowsPartitionHasItsKeyOnlyIfItIsKnown(
      String name,
      int partitions,
      OptionalLong atFirst,
      Set<Integer> seen,
      int untagged,
      boolean kept) {
    // Given
    List<String> everybody =
        IntStream.range(0, partitions).mapToObj(p -> p + "/" + partitions).toList();

    // When
    Ownership ownership = Ownership.decide(partitions, atFirst, seen, untagged);

    // Then
    assertThat(ownership.rows(List.of(), 0))
        .extracting(Share::tags)
        .containsExactly(kept ? Map.of(FileTags.OWNER, "0/" + partitions) : Map.of());
    assertThat(ownership.markers(List.of(), 0))
        .extracting(Share::owner)
        .isEqualTo(kept ? List.of("0/" + partitions) : everybody);
  }

  @Test
  void aRekeyedTopicHasEachKeyOnceWhereverItsRowsCameFrom() {
    // Given
    Schema schema = new Schema(List.of(new Column("id", Type.INT)));
    List<Row> rows =
        IntStream.range(0, 100)
            .mapToObj(id -> new RowBuilder(schema).setInt(0, id).build())
            .toList();
    KeyBytes keys = new KeyBytes(new int[] {0});
    Ownership ownership = new Ownership.ByKey(3, keys);

    // When
    List<Share> shares = ownership.rows(rows, 0);

    // Then
    assertThat(shares).extracting(Share::owner).containsExactly("0/3", "1/3", "2/3");
    for (int partition = 0; partition < 3; partition++) {
      int own = partition;
      assertThat(shares.get(partition).rows())
          .isEqualTo(rows.stream().filter(row -> keys.partition(row, 3) == own).toList());
    }
    assertThat(ownership.markers(rows, 0)).isEqualTo(shares);
  }
}
