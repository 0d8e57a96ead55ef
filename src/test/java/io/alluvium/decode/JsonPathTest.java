package io.alluvium.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.alluvium.decode.JsonPath.Element;
import io.alluvium.decode.JsonPath.Member;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {
  @Test
  void parsesMembersAndElements() {
    // When
    JsonPath path = JsonPath.parse("$.a b['c.d'][0].e");

    // Then
    assertThat(path.steps())
        .containsExactly(new Member("a b"), new Member("c.d"), new Element(0), new Member("e"));
  }

  @Test
  void theRootIsAPath() {
    // When
    JsonPath path = JsonPath.parse("$");

    // Then
    assertThat(path.steps()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "a", ".a", "$a", "$.", "$..a", "$.*", "$['*']", "$[*]", "$[-1]", "$[a]", "$.a["
      })
  void refusesWhatIsNoPath(String text) {
    // When
    // Then
    assertThatThrownBy(() -> JsonPath.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a JSON path");
  }
}
