/** Which files of a table's directory nothing refers to any more. Knows nothing of Kafka. */
package io.alluvium.delta.vacuum;
