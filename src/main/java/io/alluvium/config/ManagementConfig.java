package io.alluvium.config;

import java.util.List;
import java.util.OptionalInt;

/**
 * Where health and metrics are served over HTTP.
 *
 * @param address of this machine, as an IP address; loopback unless somebody wants it otherwise
 * @param port empty = off, 0 = any free one
 */
public record ManagementConfig(String address, OptionalInt port) {
  /** The one port of a process with several pipelines: the fixed one if any of them has one. */
  public static OptionalInt port(List<ManagementConfig> all) {
    return all.stream().flatMapToInt(one -> one.port().stream()).max();
  }

  /** Its address: that of the pipelines that serve, which all say the same. */
  public static String address(List<ManagementConfig> all) {
    return all.stream()
        .filter(one -> one.port().isPresent())
        .map(ManagementConfig::address)
        .findFirst()
        .orElse(Keys.MANAGEMENT_ADDRESS.fallback());
  }
}
