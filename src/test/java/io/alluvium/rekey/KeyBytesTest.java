package io.alluvium.rekey;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KeyBytesTest {
  private static final Schema SCHEMA =
      Schema.of(
          new Column("other", Type.STRING),
          new Column("a", Type.STRING),
          new Column("n", Type.LONG),
          new Column("b", Type.STRING));
  private static final KeyBytes KEYS = new KeyBytes(new int[] {1, 3, 2});

  @Property
  void keysAreEqualWhenTheirBytesAre(
      @ForAll("short") String a1,
      @ForAll("short") String b1,
      @ForAll @IntRange(max = 1) int n1,
      @ForAll("short") String a2,
      @ForAll("short") String b2,
      @ForAll @IntRange(max = 1) int n2,
      @ForAll @IntRange(min = 1, max = 50) int partitions) {
    // Given
    Row one = row("x", a1, n1, b1);
    Row two = row("y", a2, n2, b2);

    // When
    boolean sameBytes = Arrays.equals(KEYS.of(one), KEYS.of(two));

    // Then
    assertThat(sameBytes).isEqualTo(one.sameColumns(two, new int[] {1, 2, 3}));
    assertThat(KEYS.partition(one, partitions)).isBetween(0, partitions - 1);
    if (sameBytes) {
      assertThat(KEYS.partition(one, partitions)).isEqualTo(KEYS.partition(two, partitions));
    }
  }

  @Provide("short")
  Arbitrary<String> texts() {
    return Arbitraries.strings().withChars('a', 'é').ofMaxLength(2);
  }

  /** Silver's files are tagged by these partitions: another release must find the same. */
  @Test
  void whereAKeyBelongsNeverChanges() {
    // Given
    Row row = row("x", "LTZ1234", -7, "outbound");

    // When
    byte[] bytes = KEYS.of(row);

    // Then
    assertThat(HexFormat.of().formatHex(bytes))
        .isEqualTo("000000074c545a31323334000000086f7574626f756e64fffffffffffffff9");
    assertThat(KeyBytes.partition(bytes, 1_000)).isEqualTo(837);
  }

  private static Row row(String other, String a, long n, String b) {
    return new RowBuilder(SCHEMA)
        .setString(0, other)
        .setString(1, a)
        .setLong(2, n)
        .setString(3, b)
        .build();
  }
}
