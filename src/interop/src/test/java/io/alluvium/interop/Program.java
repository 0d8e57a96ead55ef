package io.alluvium.interop;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The packaged program, run in processes of its own and on its own class path. */
final class Program {
  private static final long LONGEST_RUN_SECONDS = 120;
  private static final Path TARGET = Path.of(System.getProperty("alluvium.target"));

  private Program() {}

  /**
   * What a process left.
   *
   * @param output standard output and standard error together
   */
  record Result(int exitCode, String output) {}

  /** Starts {@code java} with the program's class path; standard error goes to a file. */
  static Process start(Path errors, String... arguments) throws IOException {
    return command(arguments).redirectError(errors.toFile()).start();
  }

  /** Starts a verb of the command line; all its output goes to a file. */
  static Process start(Path log, List<String> arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("io.alluvium.cli.Main"));
    all.addAll(arguments);
    return command(all.toArray(String[]::new))
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  /** Runs a verb of the command line to its end; kills it when it takes too long. */
  static Result run(Path log, List<String> arguments) throws IOException, InterruptedException {
    Process process = start(log, arguments);
    try {
      process.getOutputStream().close();
      if (!process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("took too long: " + arguments + "\n" + Files.readString(log));
      }
      return new Result(process.exitValue(), Files.readString(log));
    } finally {
      process.destroyForcibly();
    }
  }

  private static ProcessBuilder command(String... arguments) {
    String classPath = TARGET.resolve("alluvium.jar") + File.pathSeparator + TARGET + "/lib/*";
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }
}
