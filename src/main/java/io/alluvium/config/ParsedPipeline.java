package io.alluvium.config;

import java.io.IOException;
import java.util.function.Supplier;

/** A checked pipeline, how to show it, and how to follow its secrets. */
public final class ParsedPipeline {
  private final PipelineConfig config;
  private final Secrets secrets;
  private final ExternalValues values;
  private final Supplier<ParsedPipeline> again;

  /**
   * @param values what the file took from elsewhere
   * @param again parses the same text with what is there now
   */
  ParsedPipeline(
      PipelineConfig config,
      Secrets secrets,
      ExternalValues values,
      Supplier<ParsedPipeline> again) {
    this.config = config;
    this.secrets = secrets;
    this.values = values;
    this.again = again;
  }

  public PipelineConfig config() {
    return config;
  }

  /** All settings as YAML, defaults included, secrets masked; the parser takes it again. */
  public String effectiveYaml() {
    return new EffectiveYaml(secrets).write(config);
  }

  /** Whether it holds values of files or of Vault, which may change while it runs. */
  boolean isRenewable() {
    return values.isRenewable();
  }

  /**
   * The pipeline with what files and Vault hold now, or itself if that is the same. The text of the
   * file is the one that was read at first.
   *
   * @throws IOException if one of them doesn't answer
   * @throws io.alluvium.error.UserException if what they hold doesn't do
   */
  ParsedPipeline renewed() throws IOException {
    return values.haveChanged() ? again.get() : this;
  }
}
