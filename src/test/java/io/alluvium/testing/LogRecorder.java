package io.alluvium.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Everything that is logged from INFO up while it is open, by whomever. */
public final class LogRecorder implements AutoCloseable {
  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private final Level before = root.getLevel();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          lines.add(
              event.getThreadName()
                  + " "
                  + event.getLoggerName()
                  + " "
                  + event.getFormattedMessage()
                  + " "
                  + event.getKeyValuePairs()
                  + " "
                  + (event.getThrowableProxy() == null
                      ? ""
                      : ThrowableProxyUtil.asString(event.getThrowableProxy())));
        }
      };

  private LogRecorder() {}

  public static LogRecorder open() {
    LogRecorder recorder = new LogRecorder();
    recorder.appender.setContext(recorder.root.getLoggerContext());
    recorder.appender.start();
    recorder.root.setLevel(Level.INFO);
    recorder.root.addAppender(recorder.appender);
    return recorder;
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    root.detachAppender(appender);
    root.setLevel(before);
  }
}
