package io.alluvium.inspect.verify;

import io.alluvium.delta.DataFile;

/**
 * Rows of one batch, or of a run of batches, in one file.
 *
 * @param first position in the file of the first of them
 * @param rows how many lie there, one after the other; -1 if the file doesn't say how many it has
 */
public record Part(DataFile file, long first, long rows) {}
