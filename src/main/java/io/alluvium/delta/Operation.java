package io.alluvium.delta;

import java.util.Map;

/**
 * What a commit says of itself in the table's history.
 *
 * @param name as Spark names it: {@code STREAMING UPDATE}, {@code MERGE}, {@code CREATE TABLE}
 * @param parameters raw JSON by name, strings in quotes
 * @param metrics numbers as text by Spark's names, {@code numOutputRows} among them
 */
public record Operation(String name, Map<String, String> parameters, Map<String, String> metrics) {}
