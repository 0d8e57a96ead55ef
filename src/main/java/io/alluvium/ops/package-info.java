/** Health and metrics of a running pipeline, over HTTP on loopback. */
package io.alluvium.ops;
