/** The newest row of every key, and where it lies. Knows neither Kafka nor Delta. */
package io.alluvium.store;
