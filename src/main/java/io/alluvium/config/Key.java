package io.alluvium.config;

/**
 * A key of the pipeline file.
 *
 * @param path such as {@code source.start}
 * @param fallback what holds when the key is absent, as it would be written; null if the key must
 *     be there or its default depends on other keys
 * @param example how a key that must be there may look; null if it may be absent
 */
record Key<T>(String path, ValueType<T> type, String fallback, String example) {
  static <T> Key<T> required(String path, ValueType<T> type, String example) {
    return new Key<>(path, type, null, example);
  }

  static <T> Key<T> optional(String path, ValueType<T> type) {
    return new Key<>(path, type, null, null);
  }

  static <T> Key<T> withDefault(String path, ValueType<T> type, String fallback) {
    return new Key<>(path, type, fallback, null);
  }

  boolean isRequired() {
    return example != null;
  }
}
