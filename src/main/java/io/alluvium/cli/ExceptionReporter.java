package io.alluvium.cli;

import io.alluvium.error.ExitCode;
import io.alluvium.error.UserException;
import java.io.PrintWriter;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one place that makes messages and exit codes of exceptions. */
final class ExceptionReporter implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ExceptionReporter.class);

  private final PrintWriter err;

  ExceptionReporter(PrintWriter err) {
    this.err = err;
  }

  /** A command line that can't be understood. */
  @Override
  public int handleParseException(ParameterException e, String[] args) {
    err.println("alluvium: " + e.getMessage());
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE.code();
  }

  /** Whatever a verb threw. */
  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
    if (e instanceof ParameterException parameter) {
      return handleParseException(parameter, new String[0]);
    }
    return report("alluvium", line.getCommandName() + " failed: ", e).code();
  }

  /**
   * Says what ended something.
   *
   * @param subject stands before it, such as {@code alluvium}
   */
  ExitCode report(String subject, Throwable e) {
    return report(subject, "failed: ", e);
  }

  private ExitCode report(String subject, String unexpected, Throwable e) {
    Optional<UserException> expected = userException(e);
    if (expected.isPresent()) {
      return report(subject, expected.get());
    }
    LOG.error("{} failed unexpectedly", subject, e);
    err.println(subject + ": " + unexpected + e);
    err.println("  -v shows the log with the whole error");
    return ExitCode.FAILED;
  }

  private ExitCode report(String subject, UserException e) {
    if (e.exitCode() != ExitCode.USAGE) {
      LOG.warn("{} ended with an error", subject, e);
    }
    err.println(subject + ": " + e.what());
    e.why().lines().forEach(reason -> err.println("  " + reason));
    err.println("  → " + e.remedy());
    return e.exitCode();
  }

  /** What ended something, in a line. */
  static String summary(Throwable thrown) {
    return userException(thrown).map(UserException::what).orElse(thrown.toString());
  }

  /** A user error that somebody wrapped on its way is still one. */
  private static Optional<UserException> userException(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof UserException user) {
        return Optional.of(user);
      }
    }
    return Optional.empty();
  }
}
