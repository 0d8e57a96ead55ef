package io.alluvium.pipeline;

import io.alluvium.delta.DataFile;
import io.alluvium.store.FreshFile;
import java.util.List;

/**
 * How a table's files differ from those that a store knows.
 *
 * @param version of the table
 * @param gone files of the store that the table no longer has, or has with another vector
 * @param fresh files of the table that the store doesn't know, read
 */
record FileChanges(long version, List<DataFile> gone, List<FreshFile<DataFile>> fresh) {}
