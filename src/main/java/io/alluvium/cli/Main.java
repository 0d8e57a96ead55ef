package io.alluvium.cli;

import java.io.BufferedWriter;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** The process: arguments in, exit code out. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    PrintWriter out = utf8(System.out);
    PrintWriter err = utf8(System.err);
    System.exit(new CommandLineFactory(out, err).create().execute(args));
  }

  private static PrintWriter utf8(OutputStream stream) {
    return new PrintWriter(
        new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8)), true);
  }
}
