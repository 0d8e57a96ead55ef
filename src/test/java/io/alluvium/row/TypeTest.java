package io.alluvium.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeTest {
  @ParameterizedTest
  @FieldSource("io.alluvium.row.Type#PLAIN")
  void aTypeIsFoundByItsNames(Type type) {
    // When
    Type found = Type.ofDeltaName(type.deltaName()).orElseThrow();

    // Then
    assertThat(found).isSameAs(type).isSameAs(Type.ofSqlName(type.sqlName()).orElseThrow());
  }

  @Test
  void aDecimalIsFoundByItsName() {
    // Given
    Type type = Type.decimal(10, 2);

    // When
    Type found = Type.ofDeltaName("decimal(10,2)").orElseThrow();

    // Then
    assertThat(found).isSameAs(type).isSameAs(Type.ofSqlName("decimal( 10, 2 )").orElseThrow());
    assertThat(found.precision()).isEqualTo(10);
    assertThat(found.scale()).isEqualTo(2);
    assertThat(found).hasToString("decimal(10,2)").isNotEqualTo(Type.decimal(10, 3));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "39, 0", "5, 6", "5, -1", "-1, 0"})
  void aDecimalHasBounds(int precision, int scale) {
    // When
    // Then
    assertThatThrownBy(() -> Type.decimal(precision, scale))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 38");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "int4", "decimal", "decimal(1)", "DECIMAL(1,0)", "decimal(1;0)"})
  void otherNamesAreNone(String name) {
    // When
    boolean found = Type.ofDeltaName(name).isPresent() || Type.ofSqlName(name).isPresent();

    // Then
    assertThat(found).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.2", "1.234", "1000.00"})
  void aDecimalThatIsNoneOfTheColumnIsRefused(BigDecimal value) {
    // Given
    RowBuilder builder = new RowBuilder(Schema.of(new Column("n", Type.decimal(5, 2))));

    // When
    // Then
    assertThatThrownBy(() -> builder.setDecimal(0, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("decimal(5,2)");
  }
}
