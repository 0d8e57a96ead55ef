/** Columns made from columns. */
package io.alluvium.derive;
