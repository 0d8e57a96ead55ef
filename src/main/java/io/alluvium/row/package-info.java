/** Schema, types and the row: what every other package speaks in. Knows none of them. */
package io.alluvium.row;
