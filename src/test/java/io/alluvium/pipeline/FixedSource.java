package io.alluvium.pipeline;

/** A topic of one partition that stays as it is. */
record FixedSource(long beginning, long end) implements SourceAccess {
  @Override
  public int partitionCount() {
    return 1;
  }

  @Override
  public long beginning(int partition) {
    return beginning;
  }

  @Override
  public long end(int partition) {
    return end;
  }
}
