/** Bytes to typed rows, as Spark's from_json, get_json_object and cast make them. */
package io.alluvium.decode;
