package io.alluvium.config;

import io.alluvium.error.Errors;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The one way from a pipeline file to {@link PipelineConfig}: every key known, every value of its
 * type, nothing inert or contradictory, or else no configuration at all and every problem at once.
 */
public final class PipelineParser {
  private final UnaryOperator<String> environment;
  private final Path workingDirectory;

  /**
   * @param environment gives a variable's value, or null
   * @param workingDirectory what relative table paths are taken from
   */
  public PipelineParser(UnaryOperator<String> environment, Path workingDirectory) {
    this.environment = environment;
    this.workingDirectory = workingDirectory;
  }

  /** A parser for this process. */
  public static PipelineParser ofProcess() {
    return new PipelineParser(System::getenv, Path.of("").toAbsolutePath());
  }

  /**
   * @param overrides {@code key=value} each, as {@code --set} takes them
   * @throws io.alluvium.error.UserException with every problem
   */
  public ParsedPipeline parse(Path file, List<String> overrides) {
    try {
      return parse(file.toString(), Files.readString(file), overrides);
    } catch (CharacterCodingException e) {
      throw Errors.badConfiguration(
          file.toString(), List.of(file + ": the file isn't UTF-8 — save it as UTF-8"));
    } catch (IOException e) {
      throw Errors.unreadableConfiguration(file, e);
    }
  }

  /**
   * Reads a pipeline from a text.
   *
   * @param source what messages call the text
   */
  public ParsedPipeline parse(String source, String text, List<String> overrides) {
    Problems problems = new Problems(source);
    Node tree = YamlTree.read("", line -> new Location(source, line), text, problems);
    if (!(tree instanceof Node.Fields written)) {
      if (problems.isEmpty()) {
        problems.add(
            tree.location(), "", "a pipeline belongs here, not " + tree.kind(), "start with name:");
      }
      throw problems.asException();
    }
    Node.Fields flat = KafkaSection.flattened(written, problems);
    Node.Fields overridden = new Overrides(problems).apply(flat, overrides);
    Interpolation interpolation = new Interpolation(overridden, environment, problems);
    Node.Fields filled = interpolation.apply();
    PipelineConfig config = new PipelineReader(filled, workingDirectory, problems).read();
    return new ParsedPipeline(config, interpolation.secrets());
  }
}
