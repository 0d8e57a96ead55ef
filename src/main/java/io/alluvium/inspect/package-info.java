/** What looks at a pipeline's tables from outside: all of it reads, except {@code reset}. */
package io.alluvium.inspect;
