package io.alluvium.interop;

import java.util.Map;
import org.apache.spark.sql.Column;

/**
 * A column of silver twice: as a pipeline says it, and as Spark does.
 *
 * @param spec below {@code silver.columns}, a word or a map
 * @param expected over bronze's columns
 */
record SilverRule(String name, Object spec, Column expected) {
  /** Whether the column comes to the table. */
  boolean isKept() {
    return !(spec instanceof Map<?, ?> map && map.containsKey("drop"));
  }
}
