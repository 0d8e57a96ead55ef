/** Silver rows on their way through the re-keyed topic. Knows neither Kafka nor Delta. */
package io.alluvium.rekey;
