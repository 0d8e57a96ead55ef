package io.alluvium.delta.parquet;

import io.alluvium.row.RowSource;
import java.io.Closeable;

/** The rows of one data file in file order. For one thread. */
public interface RowIterator extends RowSource, Closeable {}
