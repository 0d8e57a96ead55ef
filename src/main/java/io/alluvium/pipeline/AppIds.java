package io.alluvium.pipeline;

import io.alluvium.config.PipelineConfig;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Delta application ids of a pipeline's positions: {@code name/layer/topic-partition}. */
public record AppIds(String name, String topic) {
  private static final Pattern POSITION = Pattern.compile("(.+)/(bronze|silver)/(.+)-(\\d+)");

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

  private String id(String layer, int partition) {
    return name + "/" + layer + "/" + topic + "-" + partition;
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
