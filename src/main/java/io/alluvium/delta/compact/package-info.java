/**
 * Merging small data files into larger ones without a change of rows: what to merge is decided by
 * pure planners, how is the same for every table. Knows the tags of our files and nothing of Kafka.
 */
package io.alluvium.delta.compact;
