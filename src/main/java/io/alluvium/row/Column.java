package io.alluvium.row;

import java.util.Objects;

/** A named, typed column; every column may be null. */
public record Column(String name, Type type) {
  public Column {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
  }
}
