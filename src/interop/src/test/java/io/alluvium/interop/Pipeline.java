package io.alluvium.interop;

import java.nio.file.Path;

/** A pipeline of {@code config/}. */
enum Pipeline {
  TFL("tfl", "vehicleId"),
  ORDER_ITEMS("order-items", "order_id"),
  PATIENTS("patients", "mrn");

  private static final Path CONFIG = Path.of(System.getProperty("alluvium.home"), "config");

  private final String name;
  private final String keyField;

  Pipeline(String name, String keyField) {
    this.name = name;
    this.keyField = keyField;
  }

  Path config() {
    return CONFIG.resolve(name + ".yaml");
  }

  /** The JSON field of its messages that is their key in Kafka. */
  String keyField() {
    return keyField;
  }
}
