/** Errors for the reader. */
package io.alluvium.error;
