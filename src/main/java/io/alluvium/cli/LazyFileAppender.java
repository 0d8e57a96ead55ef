package io.alluvium.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;

/**
 * A log file of bounded size that comes into being with its first line, so that a command with
 * nothing to say leaves no file behind. Keeps 5 older files of 10 MB.
 */
final class LazyFileAppender extends AppenderBase<ILoggingEvent> {
  private static final int OLDER_FILES = 5;
  private static final FileSize MOST = FileSize.valueOf("10MB");

  private final Path file;
  private final Encoder<ILoggingEvent> encoder;
  private RollingFileAppender<ILoggingEvent> appender;

  LazyFileAppender(Path file, Encoder<ILoggingEvent> encoder) {
    this.file = file;
    this.encoder = encoder;
  }

  /** Called under the lock of {@link #doAppend}. */
  @Override
  protected void append(ILoggingEvent event) {
    if (appender == null) {
      appender = open();
    }
    appender.doAppend(event);
  }

  private RollingFileAppender<ILoggingEvent> open() {
    RollingFileAppender<ILoggingEvent> rolling = new RollingFileAppender<>();
    rolling.setContext(getContext());
    rolling.setFile(file.toString());
    rolling.setEncoder(encoder);
    FixedWindowRollingPolicy older = new FixedWindowRollingPolicy();
    older.setContext(getContext());
    older.setParent(rolling);
    older.setFileNamePattern(file + ".%i");
    older.setMinIndex(1);
    older.setMaxIndex(OLDER_FILES);
    older.start();
    SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
    size.setContext(getContext());
    size.setMaxFileSize(MOST);
    size.start();
    rolling.setRollingPolicy(older);
    rolling.setTriggeringPolicy(size);
    rolling.start();
    return rolling;
  }

  @Override
  public void stop() {
    super.stop();
    if (appender != null) {
      appender.stop();
    }
  }
}
