/**
 * Turns what changed in the store into files, deletion vectors and change files of a Delta table,
 * and plans which files are put together. Knows neither Kafka nor how a change is committed.
 */
package io.alluvium.upsert;
