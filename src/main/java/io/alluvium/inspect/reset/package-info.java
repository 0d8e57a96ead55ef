/** Moves a pipeline's position on purpose: the one thing here that writes. */
package io.alluvium.inspect.reset;
