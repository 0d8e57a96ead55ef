/** The command line: one class a verb, one place for exit codes, one for logging. */
package io.alluvium.cli;
