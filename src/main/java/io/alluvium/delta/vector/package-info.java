/** Deletion vectors: which rows of a data file are no longer part of the table. */
package io.alluvium.delta.vector;
