package io.alluvium.pipeline;

import java.util.concurrent.atomic.LongAdder;

/** What was put together in one table since this process started. */
public final class MergeCounter {
  private final LongAdder commits = new LongAdder();
  private final LongAdder files = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  /** A commit that replaced files by fewer. */
  void merged(long moreFiles, long moreBytes) {
    commits.increment();
    files.add(moreFiles);
    bytes.add(moreBytes);
  }

  /** Commits that did. */
  public long commits() {
    return commits.sum();
  }

  /** Files that went into merged ones. */
  public long files() {
    return files.sum();
  }

  /** Bytes of these files. */
  public long bytes() {
    return bytes.sum();
  }
}
