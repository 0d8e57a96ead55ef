package io.alluvium.config;

import java.util.OptionalInt;

/**
 * The HTTP port for health and metrics, on loopback.
 *
 * @param port empty = off, 0 = any free one
 */
public record ManagementConfig(OptionalInt port) {}
