package io.alluvium.config;

import io.alluvium.config.SourceConfig.SparkCheckpoint;
import io.alluvium.config.SourceConfig.Start;
import java.util.Optional;

/**
 * A word for a place in the topic, or the checkpoint of a Spark job.
 *
 * @param words those that do
 */
record StartType(Words<Start> words) implements ValueType<Start> {
  private static final String CHECKPOINT = "spark-checkpoint:";

  @Override
  public Start parse(Node node) throws BadValueException {
    if (!(node instanceof Node.Scalar scalar) || !scalar.text().startsWith(CHECKPOINT)) {
      return words.parse(node);
    }
    String path = scalar.text().substring(CHECKPOINT.length()).strip();
    if (path.isEmpty()) {
      throw new BadValueException(
          scalar.kind() + " names no directory",
          "write the job's checkpointLocation after it, as in " + CHECKPOINT + "/checkpoints/b");
    }
    return new SparkCheckpoint(path, Optional.empty());
  }
}
