package io.alluvium.config;

/**
 * A key of the pipeline file.
 *
 * @param path such as {@code source.start}
 * @param fallback what holds when the key is absent, as it would be written; null if the key must
 *     be there or its default depends on other keys
 * @param presence whether the file may leave it out
 */
record Key<T>(String path, ValueType<T> type, Presence presence, String fallback) {
  enum Presence {
    REQUIRED,
    OPTIONAL
  }

  static <T> Key<T> required(String path, ValueType<T> type) {
    return new Key<>(path, type, Presence.REQUIRED, null);
  }

  static <T> Key<T> optional(String path, ValueType<T> type) {
    return new Key<>(path, type, Presence.OPTIONAL, null);
  }

  static <T> Key<T> withDefault(String path, ValueType<T> type, String fallback) {
    return new Key<>(path, type, Presence.OPTIONAL, fallback);
  }
}
