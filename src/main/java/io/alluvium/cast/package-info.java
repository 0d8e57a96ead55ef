/**
 * Values of one type to values of another as Spark SQL's {@code cast} makes them with ANSI mode off
 * and the session time zone UTC: what isn't a value of the type becomes null. Works on UTF-16
 * arrays and rows and sets a {@link io.alluvium.row.RowBuilder} directly, so that the common case
 * allocates nothing.
 */
package io.alluvium.cast;
