/**
 * Where messages come from when no real topic does: a broker in this JVM, and makers of arrivals.
 */
package io.alluvium.feed;
