/**
 * Delta tables: the log behind {@link io.alluvium.delta.TableLog}, data files, statistics, log
 * stores. Knows nothing of Kafka.
 */
package io.alluvium.delta;
