package io.alluvium.upsert;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.DataFile;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MarkedFileTest {
  @Test
  void boundsKeepEveryDigit() {
    // Given
    String bounds =
        "\"minValues\":{\"n\":-12345678901234567890.0123456780,\"d\":2.5},\"maxValues\":{}";
    DataFile file =
        new DataFile("f", Map.of(), 1, 2, 9, "{\"numRecords\":9," + bounds + "}", Map.of());

    // When
    DataFile marked = MarkedFile.of(file, 9, null);

    // Then
    assertThat(marked.stats()).isEqualTo("{\"numRecords\":9," + bounds + ",\"tightBounds\":false}");
  }
}
