package io.alluvium.rekey;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.rekey.RekeyedRecord.Kind;
import io.alluvium.row.Column;
import io.alluvium.row.Row;
import io.alluvium.row.RowBuilder;
import io.alluvium.row.Schema;
import io.alluvium.row.Type;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RekeyedCodecTest {
  private static final Schema SCHEMA =
      Schema.of(
          new Column("s", Type.STRING),
          new Column("i", Type.INT),
          new Column("l", Type.LONG),
          new Column("d", Type.DOUBLE),
          new Column("b", Type.BOOLEAN),
          new Column("t", Type.TIMESTAMP),
          new Column("n", Type.decimal(38, 10)),
          new Column("x", Type.BINARY));
  private static final RekeyedCodec CODEC = new RekeyedCodec(77, SCHEMA);

  @Property
  void anyRowSurvives(
      @ForAll("rows") Row row,
      @ForAll long stream,
      @ForAll @IntRange(min = 0) int source,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE / 2) long from,
      @ForAll @LongRange(min = 1, max = Long.MAX_VALUE / 2) long length,
      @ForAll Kind kind) {
    // Given
    RekeyedRecord message =
        new RekeyedRecord(
            stream, source, from, from + length, kind, kind == Kind.NOTHING ? null : row);

    // When
    Optional<RekeyedRecord> read = CODEC.decode(CODEC.encode(message));

    // Then
    assertThat(read).contains(message);
  }

  @Property
  void nothingElseIsTakenForAMessage(@ForAll byte[] value) {
    // When
    Optional<RekeyedRecord> read = CODEC.decode(value);

    // Then
    assertThat(read).isEmpty();
  }

  @Property
  void aMessageThatWasCutIsNone(@ForAll("rows") Row row, @ForAll @IntRange(max = 2_000) int cut) {
    // Given
    byte[] value = CODEC.encode(new RekeyedRecord(1, 2, 3, 4, Kind.ROW, row));
    byte[] shorter = Arrays.copyOf(value, cut % value.length);

    // When
    Optional<RekeyedRecord> read = CODEC.decode(shorter);

    // Then
    assertThat(read).isEmpty();
  }

  @Test
  void messagesOfAnotherOriginAreLeftAlone() {
    // Given
    byte[] value =
        new RekeyedCodec(78, SCHEMA).encode(new RekeyedRecord(1, 2, 3, 4, Kind.NOTHING, null));

    // When
    Optional<RekeyedRecord> read = CODEC.decode(value);

    // Then
    assertThat(read).isEmpty();
    assertThat(CODEC.decode(null)).isEmpty();
  }

  @Provide
  Arbitrary<Row> rows() {
    return Arbitraries.randomValue(
        random -> {
          RowBuilder builder = new RowBuilder(SCHEMA);
          for (int column = 0; column < SCHEMA.size(); column++) {
            if (random.nextInt(5) > 0) {
              byte[] bytes = new byte[random.nextInt(40)];
              random.nextBytes(bytes);
              switch (SCHEMA.type(column).kind()) {
                case STRING, BINARY -> builder.setBytes(column, bytes, 0, bytes.length);
                case DECIMAL ->
                    builder.setDecimal(column, BigDecimal.valueOf(random.nextLong(), 10));
                case BOOLEAN -> builder.setBoolean(column, random.nextBoolean());
                case DOUBLE -> builder.setDouble(column, random.nextDouble());
                case INT, DATE -> builder.setInt(column, random.nextInt());
                case LONG, TIMESTAMP -> builder.setLong(column, random.nextLong());
              }
            }
          }
          return builder.build();
        });
  }
}
