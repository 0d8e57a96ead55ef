package io.alluvium.inspect.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.alluvium.delta.log.TableAccess;
import io.alluvium.objectstorage.EmulatedStorage;
import io.alluvium.objectstorage.StorageTrouble;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectRebuildLockTest {
  private static final Clock NOW = Clock.systemUTC();
  private static final Clock LATER = Clock.offset(NOW, Duration.ofMinutes(11));

  @TempDir private Path directory;
  private EmulatedStorage storage;
  private TableAccess access;

  @BeforeEach
  void start() throws Exception {
    storage = EmulatedStorage.Kind.OCI.start(directory, StorageTrouble.NONE);
    access = storage.access();
  }

  @AfterEach
  void stop() throws Exception {
    storage.close();
  }

  private Optional<RebuildLock> take(Clock clock) throws Exception {
    return ObjectRebuildLock.take(storage.path("silver/_alluvium_rebuild/lock"), access, clock);
  }

  @Test
  void isHeldByOneAtATime() throws Exception {
    // Given
    RebuildLock first = take(NOW).orElseThrow();

    // When
    Optional<RebuildLock> second = take(NOW);

    // Then
    assertThat(first.isHeld()).isTrue();
    assertThat(second).isEmpty();
    first.close();
    RebuildLock third = take(NOW).orElseThrow();
    assertThat(third.isHeld()).isTrue();
    third.close();
  }

  @Test
  void isTakenFromWhoHasDiedAndWhoHasNotNoticesIt() throws Exception {
    // Given
    RebuildLock silent = take(NOW).orElseThrow();

    // When
    RebuildLock heir = take(LATER).orElseThrow();

    // Then
    assertThat(heir.isHeld()).isTrue();
    assertThat(silent.isHeld()).isFalse();
    silent.close();
    assertThat(heir.isHeld()).as("what isn't one's own isn't given back").isTrue();
    heir.close();
  }
}
