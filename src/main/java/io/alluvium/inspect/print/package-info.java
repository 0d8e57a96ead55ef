/** Rows as text: aligned, CSV, JSON lines. */
package io.alluvium.inspect.print;
