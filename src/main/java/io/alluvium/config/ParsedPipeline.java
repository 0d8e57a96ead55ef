package io.alluvium.config;

/** A checked pipeline, and how to show it. */
public final class ParsedPipeline {
  private final PipelineConfig config;
  private final Secrets secrets;

  ParsedPipeline(PipelineConfig config, Secrets secrets) {
    this.config = config;
    this.secrets = secrets;
  }

  public PipelineConfig config() {
    return config;
  }

  /** All settings as YAML, defaults included, secrets masked; the parser takes it again. */
  public String effectiveYaml() {
    return new EffectiveYaml(secrets).write(config);
  }
}
