package io.alluvium.config;

import java.time.Duration;

/**
 * Bounds that keep the service alive when something outside is slow.
 *
 * @param bufferBytes bytes of rows that all tasks together may hold that are not yet durable in
 *     bronze
 * @param storageDeadline how long a batch may wait for storage before its task starts again from
 *     what is durable; less than half of {@code max.poll.interval.ms}
 */
public record LimitsConfig(long bufferBytes, Duration storageDeadline) {}
