package io.alluvium.config;

import io.alluvium.config.SourceConfig.SparkCheckpoint;
import java.util.List;
import java.util.Optional;

/** Reads {@code rekey}. */
final class RekeyReader {
  private static final String SECTION = "rekey";

  private final Node.Fields root;
  private final Values values;
  private final Problems problems;

  RekeyReader(Node.Fields root, Values values, Problems problems) {
    this.root = root;
    this.values = values;
    this.problems = problems;
  }

  /** Empty if there is none, or it is wrong. */
  Optional<RekeyConfig> read() {
    Optional<String> topic = values.read(Keys.REKEY_TOPIC);
    if (!values.isWritten(Keys.REKEY_TOPIC) && root.find(List.of(SECTION)).isPresent()) {
      problem("this key is missing", "name a topic of yours, or remove " + SECTION);
    }
    if (topic.isPresent()) {
      check(topic.get());
    }
    return topic.map(RekeyConfig::new);
  }

  private void check(String topic) {
    if (values.peek(Keys.SOURCE_TOPIC).filter(topic::equals).isPresent()) {
      problem(
          "it is source.topic itself",
          "name another topic, into which silver's rows are sent by their key");
    }
    if (values.peek(Keys.SOURCE_START).filter(SparkCheckpoint.class::isInstance).isPresent()) {
      problem(
          "a start from Spark's checkpoints knows no positions in a re-keyed topic",
          "set source.start to earliest and name new bronze and silver paths, or remove "
              + SECTION);
    }
  }

  private void problem(String reason, String remedy) {
    problems.add(values.location(Keys.REKEY_TOPIC), Keys.REKEY_TOPIC.path(), reason, remedy);
  }
}
