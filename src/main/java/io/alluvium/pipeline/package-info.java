/**
 * The stream: topology, processors, the writers of both tables, and the gate that keeps the
 * consumer's offsets behind what the tables hold.
 */
package io.alluvium.pipeline;
