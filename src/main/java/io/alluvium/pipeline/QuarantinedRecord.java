package io.alluvium.pipeline;

import io.alluvium.decode.SourceRecord;

/**
 * A record that bronze can't hold byte for byte.
 *
 * @param reason in one word or two, as it is counted
 */
record QuarantinedRecord(SourceRecord record, String reason) {}
