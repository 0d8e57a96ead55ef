package io.alluvium.rekey;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KeyOwnersTest {
  @Property(tries = 200)
  void knowsWhatAMapKnows(@ForAll @IntRange(max = 1_000_000) int seed) {
    // Given
    SplittableRandom random = new SplittableRandom(seed);
    KeyOwners owners = new KeyOwners();
    Map<Long, Integer> map = new HashMap<>();

    for (int i = 0; i < 3_000; i++) {
      long hash = random.nextInt(300) * 1_000L;
      int partition = random.nextInt(3);

      // When
      if (random.nextInt(3) > 0) {
        int other = owners.claim(hash, partition);

        // Then
        Integer held = map.putIfAbsent(hash, partition);
        assertThat(other)
            .isEqualTo(held == null || held == partition ? KeyOwners.NOBODY : held.intValue());
      } else if (random.nextInt(500) == 0) {
        owners.releaseAll(partition);
        map.values().removeIf(owner -> owner == partition);
      } else {
        owners.release(hash, partition);
        map.remove(hash, partition);
      }
      assertThat(owners.size()).isEqualTo(map.size());
    }
  }

  @Test
  void aKeyCostsBetweenTwelveAndTwentyBytes() {
    // Given
    KeyOwners owners = new KeyOwners();
    SplittableRandom random = new SplittableRandom(1);

    // When
    for (int i = 0; i < 1_000_000; i++) {
      owners.claim(random.nextLong(), 7);
    }

    // Then
    assertThat(owners.size()).isEqualTo(1_000_000);
    assertThat(owners.bytes() / 1e6).isBetween(12.0, 20.0);
  }
}
