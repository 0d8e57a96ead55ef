/** SELECT over the tables through DuckDB. */
package io.alluvium.inspect.sql;
