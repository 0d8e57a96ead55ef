/**
 * Errors for the reader: each says what is wrong, why, and what to do. Made here only, in a factory
 * a subject.
 */
package io.alluvium.error;
