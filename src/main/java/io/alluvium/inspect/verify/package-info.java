/** Holds silver against bronze, and bronze against the offsets that it says it holds. */
package io.alluvium.inspect.verify;
