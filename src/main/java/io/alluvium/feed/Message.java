package io.alluvium.feed;

/**
 * One message for a topic.
 *
 * @param key the record key; null for none
 * @param value the bytes exactly as they are to be sent; not copied, so not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // A copy a message would cost more than it protects.
public record Message(String key, byte[] value) {}
