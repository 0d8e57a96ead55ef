package io.alluvium.chaos;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What silver must hold after a ledger, put together independent of the code under test. Messages
 * come in the order of their partition.
 */
interface Expectation {
  /** A message by where it lies. */
  record Source(int partition, long offset) {}

  /**
   * @param columns by name, those of {@link #columnNames}
   */
  record ExpectedRow(Source source, Map<String, Object> columns) {}

  /**
   * @param value nullable
   */
  void take(Source source, byte[] value);

  /** The rows by their key. */
  Map<List<Object>, ExpectedRow> rows();

  /** The key of a row of silver. */
  List<Object> key(Map<String, Object> columns);

  /** The columns that messages determine. */
  List<String> columnNames();

  /** The others. */
  Set<String> flushColumns();
}
