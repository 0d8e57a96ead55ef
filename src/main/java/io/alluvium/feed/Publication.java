package io.alluvium.feed;

import java.time.Duration;

/**
 * How to publish a feed.
 *
 * @param topic must exist
 * @param messagesPerSecond 0 for no limit
 * @param count stop after so many messages
 * @param duration stop after so long
 */
public record Publication(String topic, double messagesPerSecond, long count, Duration duration) {}
