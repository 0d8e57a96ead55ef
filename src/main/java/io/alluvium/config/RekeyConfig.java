package io.alluvium.config;

/**
 * How rows come to the partition of their key when the source isn't partitioned by it.
 *
 * @param topic an ordinary topic of the user's, which nobody else writes to
 */
public record RekeyConfig(String topic) {}
