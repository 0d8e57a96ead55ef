/** The log through delta-standalone: protocol 1/2, which every reader can open. */
package io.alluvium.delta.standalone;
