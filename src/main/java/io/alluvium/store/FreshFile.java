package io.alluvium.store;

import io.alluvium.row.Row;
import java.util.List;

/**
 * A file with its rows, read for a store that holds other files already.
 *
 * @param size rows in the file, those that don't count among them
 * @param rows those that count, in file order
 * @param positions where each of them lies
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody; a list would box millions
public record FreshFile<F>(F file, int size, List<Row> rows, int[] positions) {}
