package io.alluvium.store;

/**
 * One file of the table, as an upsert would leave it if the file stayed.
 *
 * @param rows in the file, dead ones among them
 * @param live rows that are still the newest of their keys
 * @param superseded rows that this upsert makes dead; 0 if it doesn't touch the file
 */
public record FileState<F>(F file, int rows, int live, int superseded) {}
