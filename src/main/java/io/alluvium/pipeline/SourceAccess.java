package io.alluvium.pipeline;

/** What the gate needs to know of the topic, by partition. Called on the stream thread. */
interface SourceAccess {
  int partitionCount();

  /** The first offset that the topic holds. */
  long beginning(int partition);

  /** The offset after the last that the topic holds. */
  long end(int partition);
}
