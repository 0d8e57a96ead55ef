package io.alluvium.config;

import java.util.List;
import java.util.OptionalInt;

/**
 * The HTTP port for health and metrics, on loopback.
 *
 * @param port empty = off, 0 = any free one
 */
public record ManagementConfig(OptionalInt port) {
  /** The one port of a process with several pipelines: the fixed one if any of them has one. */
  public static OptionalInt port(List<ManagementConfig> all) {
    return all.stream().flatMapToInt(one -> one.port().stream()).max();
  }
}
