/** What keeps a pipeline's tables in shape on demand: merged files, and no files of no use. */
package io.alluvium.maintain;
