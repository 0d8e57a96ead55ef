/** The small port to where a table's files are stored, and how the log names them. */
package io.alluvium.delta.storage;
