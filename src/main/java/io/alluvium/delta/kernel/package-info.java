/** The log by an own transaction writer, with Delta Kernel for loading and checkpoints. */
package io.alluvium.delta.kernel;
