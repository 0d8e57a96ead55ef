package io.alluvium.feed;

import java.time.Duration;
import java.util.List;

/** Where messages for a topic come from. Used by one thread, except for {@link #close}. */
public interface Feed extends AutoCloseable {
  /**
   * The next messages, in order.
   *
   * @param atMost how long to wait for some
   * @return a few hundred at most from feeds that have any number; empty when none came in time
   * @throws io.alluvium.error.UserException when there is no use in asking again
   */
  List<Message> poll(Duration atMost) throws InterruptedException;

  /** True once nothing more can come. */
  boolean ended();

  /** What the feed has to say about itself until now, such as what it left out; may be empty. */
  String remarks();

  @Override
  void close();
}
