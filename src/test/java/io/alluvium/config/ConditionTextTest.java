package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.derive.Condition;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a = 2|a in ('2')",
        "a=-2.5 and b!='x y'|a in ('-2.5') and b not in ('x y')",
        "a <> 'it''s'|a not in ('it''s')",
        "a IN (1,'2', three) AND b Is Null|a in ('1', '2', 'three') and b is null",
        "a is not null|a is not null",
        "a = ''|a in ('')",
        "'and' = and|and in ('and')",
        "'a b' = 1|'a b' in ('1')",
        "a = 2 or b = 3|a in ('2') or b in ('3')",
        "a = 1 or b = 2 and c = 3|a in ('1') or b in ('2') and c in ('3')",
        "(a = 1 OR b = 2) and c = 3|(a in ('1') or b in ('2')) and c in ('3')",
        "((a = 1)) and (b = 2 and (c is null))|a in ('1') and b in ('2') and c is null",
      })
  void means(String text, String meaning) throws BadValueException {
    // Given
    // When
    Condition condition = ConditionText.parse(text);

    // Then
    assertThat(ConditionText.of(condition)).isEqualTo(meaning);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "a =",
        "= 2",
        "a = 2 and",
        "a = 2 b = 3",
        "a in 2",
        "a in ()",
        "a is 2",
        "a = 'x",
        "a = 2 or",
        "or a = 2",
        "(a = 2",
        "a = 2)",
        "()",
        "a > 2",
        "a in (1, 2",
        "a == 2"
      })
  void isNoCondition(String text) {
    // Given
    // When
    var parse = assertThatThrownBy(() -> ConditionText.parse(text));

    // Then
    parse.isInstanceOf(BadValueException.class);
  }

  @Property
  void anyValueSurvives(@ForAll String value) throws BadValueException {
    // Given
    Condition condition = ConditionText.parse("a = '" + value.replace("'", "''") + "'");

    // When
    Condition again = ConditionText.parse(ConditionText.of(condition));

    // Then
    assertThat(again).isEqualTo(condition);
    assertThat(again.comparisons().findFirst().orElseThrow().values()).containsExactly(value);
  }
}
