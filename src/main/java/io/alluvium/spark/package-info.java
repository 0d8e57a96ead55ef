/**
 * What Spark's Structured Streaming leaves behind: the checkpoint of a query. Knows neither Kafka
 * nor Delta.
 */
package io.alluvium.spark;
