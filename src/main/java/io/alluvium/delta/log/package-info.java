/**
 * The transaction log whichever engine writes it: actions, commits, the table's state kept up with
 * them, and the rules by which a change may be committed. Knows no engine.
 */
package io.alluvium.delta.log;
