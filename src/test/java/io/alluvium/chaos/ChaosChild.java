package io.alluvium.chaos;

import io.alluvium.config.PipelineConfig;
import io.alluvium.config.PipelineParser;
import io.alluvium.pipeline.PipelineService;
import io.alluvium.pipeline.Step;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * The service in a process of its own, led by lines on its standard input: {@code halt STEP},
 * {@code hold STEP}, {@code release}, {@code start}. When the input ends, so does the process: no
 * child outlives its test.
 */
public final class ChaosChild {
  static final String STARTED = "STARTED";
  static final String ENDED = "ENDED ";

  /** How far this process's clock is off, in milliseconds. */
  static final String CLOCK_SKEW = "chaos.clock-skew";

  private static final int ORPHANED = 3;

  private final StepControl steps = new StepControl();
  private final Path file;
  private final List<String> overrides;

  private ChaosChild(Path file, List<String> overrides) {
    this.file = file;
    this.overrides = overrides;
  }

  /**
   * @param args the pipeline file, and {@code key=value} over it
   */
  public static void main(String[] args) throws Exception {
    ChaosChild child = new ChaosChild(Path.of(args[0]), List.of(args).subList(1, args.length));
    try (BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        child.obey(line.split(" "));
      }
    }
    Runtime.getRuntime().halt(ORPHANED);
  }

  private void obey(String[] command) {
    switch (command[0]) {
      case "halt" -> steps.haltAt(Step.valueOf(command[1]));
      case "hold" -> steps.holdAt(Step.valueOf(command[1]));
      case "release" -> steps.release();
      case "start" -> new Thread(this::serve, "service").start();
      default -> throw new IllegalArgumentException(command[0]);
    }
  }

  private void serve() {
    try {
      PipelineConfig config = PipelineParser.ofProcess().parse(file, overrides).config();
      Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofMillis(Long.getLong(CLOCK_SKEW, 0)));
      PipelineService service = PipelineService.open(config, clock, steps);
      service.start();
      System.out.println(STARTED);
      service.awaitEnd();
      System.out.println(ENDED + "by itself");
    } catch (Exception | Error e) {
      e.printStackTrace();
      System.out.println(ENDED + e);
    }
  }
}
