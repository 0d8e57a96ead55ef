package io.alluvium.feed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A feed of messages that are made up on demand and never end. */
public final class GeneratedFeed implements Feed {
  private static final int BATCH = 200;

  private final Iterator<Message> messages;

  /**
   * @param messages an endless iterator
   */
  public GeneratedFeed(Iterator<Message> messages) {
    this.messages = messages;
  }

  @Override
  public List<Message> poll(Duration atMost) {
    List<Message> batch = new ArrayList<>(BATCH);
    for (int i = 0; i < BATCH; i++) {
      batch.add(messages.next());
    }
    return batch;
  }

  @Override
  public boolean ended() {
    return false;
  }

  @Override
  public String remarks() {
    return "";
  }

  @Override
  public void close() {}
}
