package io.alluvium.decode;

/** Records of which only the value matters. */
final class Records {
  private Records() {}

  /**
   * @param value nullable
   */
  static SourceRecord of(byte[] value) {
    return new SourceRecord(0, 0, 0, null, value);
  }
}
