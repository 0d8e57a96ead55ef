package io.alluvium.pipeline;

/**
 * A record that bronze can't hold byte for byte.
 *
 * @param timestamp the record's, milliseconds
 * @param key nullable
 * @param value nullable
 * @param reason in one word or two, as it is counted
 */
@SuppressWarnings("ArrayRecordComponent") // the exact bytes are the point; compared by nobody
record QuarantinedRecord(long offset, long timestamp, byte[] key, byte[] value, String reason) {}
