package io.alluvium.config;

import java.util.ArrayList;
import java.util.List;

/**
 * A row of the table of refused pipelines: a good file, spoiled.
 *
 * @param problems all that must be said, in this order
 */
record BadCase(String name, String yaml, List<String> overrides, List<String> problems) {
  /** The smallest file with everything in it that the cases want to spoil. */
  static final String GOOD =
      """
      name: p
      kafka:
        bootstrap.servers: host:9092
      source:
        topic: t
      bronze:
        path: b
        columns:
          k: string
          n: int
          ts: timestamp
          raw: payload
          at: ingest-time
      silver:
        path: s
        key: [k]
        sequence-by: [ts]
        columns:
          k: copy
          n: copy
          ts: copy
          at: ingest-time
      """;

  static BadCase of(String name) {
    return new BadCase(name, GOOD, List.of(), List.of());
  }

  /** With another text in place of one or more whole lines. */
  BadCase where(String lines, String others) {
    int at = ("\n" + yaml).indexOf("\n" + lines + "\n");
    if (at < 0) {
      throw new IllegalArgumentException("no line " + lines);
    }
    String rest = yaml.substring(at + lines.length() + 1);
    String changed = yaml.substring(0, at) + (others.isEmpty() ? "" : others + "\n") + rest;
    return new BadCase(name, changed, overrides, problems);
  }

  /** With lines at the end. */
  BadCase with(String lines) {
    return new BadCase(name, yaml + lines, overrides, problems);
  }

  /** With another file altogether. */
  BadCase as(String other) {
    return new BadCase(name, other, overrides, problems);
  }

  BadCase set(String override) {
    List<String> more = new ArrayList<>(overrides);
    more.add(override);
    return new BadCase(name, yaml, List.copyOf(more), problems);
  }

  BadCase expect(String... all) {
    return new BadCase(name, yaml, overrides, List.of(all));
  }

  @Override
  public String toString() {
    return name;
  }
}
