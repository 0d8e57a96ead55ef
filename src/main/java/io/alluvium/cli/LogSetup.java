package io.alluvium.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The log of this process, set up in code because parsing an XML file costs every command a good
 * part of its start. The terminal stays quiet: all from INFO up goes to a file a verb, or with
 * {@code -v} to stderr.
 */
final class LogSetup {
  private static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSX,UTC} %-5level [%thread] %logger{20} - %msg %kvp%n";

  /** Libraries that say more than anybody reads; the finer names are those worth reading. */
  private static final Map<String, Level> LEVELS =
      Map.ofEntries(
          // What delta-standalone carries inside reports every checkpoint file it reads.
          Map.entry("shadedelta", Level.WARN),
          Map.entry("kafka", Level.WARN),
          Map.entry("org.apache.kafka", Level.WARN),
          Map.entry("org.apache.kafka.clients.consumer.internals.ConsumerCoordinator", Level.INFO),
          Map.entry(
              "org.apache.kafka.clients.consumer.internals.ConsumerRebalanceListenerInvoker",
              Level.INFO),
          Map.entry("org.apache.kafka.streams.KafkaStreams", Level.INFO),
          Map.entry("org.apache.hadoop", Level.WARN),
          // A put that finds another's version is no trouble, and S3A tells it by a page of counts.
          Map.entry("org.apache.hadoop.fs.s3a.S3ABlockOutputStream", Level.ERROR),
          Map.entry("org.apache.hadoop.fs.s3a.S3AInstrumentation", Level.ERROR),
          Map.entry("org.apache.hadoop.util.NativeCodeLoader", Level.ERROR),
          Map.entry("org.apache.parquet", Level.WARN),
          Map.entry("io.delta", Level.WARN),
          Map.entry("com.oracle.bmc", Level.WARN));

  private final LoggerContext context;
  private final Path directory;

  LogSetup(LoggerContext context, Path directory) {
    this.context = context;
    this.directory = directory;
  }

  /** Logs below {@code $ALLUVIUM_LOG_DIR}, or {@code logs} in the working directory. */
  static LogSetup ofProcess() {
    String directory = Optional.ofNullable(System.getenv("ALLUVIUM_LOG_DIR")).orElse("logs");
    return new LogSetup((LoggerContext) LoggerFactory.getILoggerFactory(), Path.of(directory));
  }

  /** Sets the log up for the verb that was asked for. */
  void apply(ParseResult parsed) {
    ParseResult verb = parsed.hasSubcommand() ? parsed.subcommand() : parsed;
    Optional<LogOptions> options =
        verb.commandSpec().mixins().values().stream()
            .map(CommandSpec::userObject)
            .filter(LogOptions.class::isInstance)
            .map(LogOptions.class::cast)
            .findFirst();
    LogFormat format = options.map(LogOptions::format).orElse(LogFormat.TEXT);
    if (options.map(LogOptions::verbose).orElse(false)) {
      toStderr(format);
    } else {
      toFile(verb.commandSpec().name(), format);
    }
  }

  void toStderr(LogFormat format) {
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setTarget("System.err");
    console.setEncoder(encoder(format));
    attach(console);
  }

  void toFile(String name, LogFormat format) {
    attach(new LazyFileAppender(directory.resolve(name + ".log"), encoder(format)));
  }

  private void attach(Appender<ILoggingEvent> appender) {
    context.reset();
    appender.setContext(context);
    appender.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.INFO);
    root.addAppender(appender);
    LEVELS.forEach((name, level) -> context.getLogger(name).setLevel(level));
  }

  private Encoder<ILoggingEvent> encoder(LogFormat format) {
    return switch (format) {
      case TEXT -> text();
      case JSON -> json();
    };
  }

  private Encoder<ILoggingEvent> json() {
    JsonLineEncoder encoder = new JsonLineEncoder();
    encoder.setContext(context);
    encoder.start();
    return encoder;
  }

  private Encoder<ILoggingEvent> text() {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    return encoder;
  }
}
