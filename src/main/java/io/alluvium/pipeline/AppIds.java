package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Delta application ids of a pipeline's positions: {@code name/layer/topic-partition}. */
public record AppIds(String name, String topic) {
  private static final Pattern POSITION = Pattern.compile("(.+)/(bronze|silver)/(.+)-(\\d+)");
  private static final Pattern PARTITION = Pattern.compile("\\d{1,9}");

  public static AppIds of(PipelineConfig config) {
    return new AppIds(config.name(), config.source().topic());
  }

  public String bronze(int partition) {
    return id("bronze", partition);
  }

  public String silver(int partition) {
    return id("silver", partition);
  }

  public String quarantine(int partition) {
    return id("quarantine", partition);
  }

  /** The id of the topic that the tables are filled from. */
  public String topicId() {
    return name + "/topic-id/" + topic;
  }

  /** The id of the number of partitions that the topic had when bronze began to take from it. */
  public String partitions() {
    return name + "/partitions/" + topic;
  }

  /** Bronze's positions in this topic by partition, among transaction versions. */
  Map<Integer, Long> bronzePositions(Map<String, Long> txns) {
    return positions(prefix("bronze"), txns);
  }

  /** The same of silver's. */
  Map<Integer, Long> silverPositions(Map<String, Long> txns) {
    return positions(prefix("silver"), txns);
  }

  /** Whether there is a position of this pipeline's silver, of whatever topic. */
  boolean isInSilver(Collection<String> ids) {
    return ids.stream().anyMatch(id -> id.startsWith(name + "/silver/"));
  }

  private static Map<Integer, Long> positions(String prefix, Map<String, Long> txns) {
    Map<Integer, Long> positions = new TreeMap<>();
    txns.forEach(
        (id, next) -> {
          String partition = id.startsWith(prefix) ? id.substring(prefix.length()) : "";
          if (PARTITION.matcher(partition).matches()) {
            positions.put(Integer.parseInt(partition), next);
          }
        });
    return positions;
  }

  private String prefix(String layer) {
    return name + "/" + layer + "/" + topic + "-";
  }

  private String id(String layer, int partition) {
    return prefix(layer) + partition;
  }

  /** An application id among {@code ids} that is another pipeline's position, if there is one. */
  public Optional<String> foreign(Collection<String> ids) {
    return ids.stream().filter(this::isForeign).findFirst();
  }

  private boolean isForeign(String id) {
    Matcher position = POSITION.matcher(id);
    return position.matches() && !position.group(1).equals(name);
  }
}
