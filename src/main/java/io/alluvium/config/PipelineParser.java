package io.alluvium.config;

import io.alluvium.error.ConfigurationErrors;
import io.alluvium.error.UserException;
import io.alluvium.oci.OciAccess;
import io.alluvium.oci.OciSdk;
import io.alluvium.oci.vault.SecretStore;
import io.alluvium.oci.vault.Vault;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The one way from a pipeline file to {@link PipelineConfig}: every key known, every value of its
 * type, nothing inert or contradictory, or else no configuration at all and every problem at once.
 */
public final class PipelineParser {
  private final UnaryOperator<String> environment;
  private final Path workingDirectory;
  private final Function<OciAccess, SecretStore> vaults;

  /**
   * @param environment gives a variable's value, or null
   * @param workingDirectory what relative paths are taken from
   * @param vaults opens OCI Vault; asked only if a file needs it
   */
  public PipelineParser(
      UnaryOperator<String> environment,
      Path workingDirectory,
      Function<OciAccess, SecretStore> vaults) {
    this.environment = environment;
    this.workingDirectory = workingDirectory;
    this.vaults = vaults;
  }

  /** With OCI Vault itself. */
  public PipelineParser(UnaryOperator<String> environment, Path workingDirectory) {
    this(environment, workingDirectory, PipelineParser::vault);
  }

  private static SecretStore vault(OciAccess access) {
    OciSdk.require("${vault:…}");
    return Vault.open(access);
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
    return parseAll(List.of(file), overrides).get(0);
  }

  /**
   * Several pipelines that are to run side by side, in the order of their files.
   *
   * @param overrides {@code key=value} for all, {@code name:key=value} for the one of that name
   * @throws io.alluvium.error.UserException with every problem of all files
   */
  public List<ParsedPipeline> parseAll(List<Path> files, List<String> overrides) {
    ScopedOverrides scoped = new ScopedOverrides(overrides);
    List<ParsedPipeline> parsed = new ArrayList<>();
    List<UserException> failures = new ArrayList<>();
    for (Path file : files) {
      try {
        parsed.add(read(file, overrides));
      } catch (UserException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.size() == 1
          ? failures.get(0)
          : ConfigurationErrors.badConfigurations(failures);
    }
    List<PipelineConfig> configs = parsed.stream().map(ParsedPipeline::config).toList();
    refuseUnknown(scoped.names(), configs);
    Coexistence.check(files, configs);
    return parsed;
  }

  private static void refuseUnknown(Set<String> scopes, List<PipelineConfig> configs) {
    List<String> names = configs.stream().map(PipelineConfig::name).toList();
    List<String> problems =
        scopes.stream()
            .filter(scope -> !names.contains(scope))
            .map(
                scope ->
                    "--set "
                        + scope
                        + ":…: no pipeline has this name — "
                        + Suggestion.among(scope, names))
            .toList();
    if (!problems.isEmpty()) {
      throw ConfigurationErrors.badConfiguration("the command line", problems);
    }
  }

  private ParsedPipeline read(Path file, List<String> overrides) {
    try {
      return parse(file.toString(), Files.readString(file), overrides);
    } catch (CharacterCodingException e) {
      throw ConfigurationErrors.badConfiguration(
          file.toString(), List.of(file + ": the file isn't UTF-8 — save it as UTF-8"));
    } catch (IOException e) {
      throw ConfigurationErrors.unreadableConfiguration(file, e);
    }
  }

  /**
   * Reads a pipeline from a text.
   *
   * @param source what messages call the text
   */
  public ParsedPipeline parse(String source, String text, List<String> overrides) {
    return parse(source, text, overrides, new VaultReader(vaults));
  }

  private ParsedPipeline parse(
      String source, String text, List<String> overrides, VaultReader vault) {
    Secrets secrets = new Secrets();
    Problems problems = new Problems(source, secrets);
    Node tree = YamlTree.read("", line -> new Location(source, line), text, problems);
    if (!(tree instanceof Node.Fields written)) {
      if (problems.isEmpty()) {
        problems.add(
            tree.location(), "", "a pipeline belongs here, not " + tree.kind(), "start with name:");
      }
      throw problems.asException();
    }
    Node.Fields flat = FlatSection.flattened(written, problems);
    Node.Fields overridden = new Overrides(problems).apply(flat, meant(flat, overrides));
    ExternalValues values =
        new ExternalValues(environment, new SecretFiles(workingDirectory), vault, secrets);
    Interpolation interpolation = new Interpolation(overridden, values, secrets, problems);
    oracleCloud(interpolation.only(KeyPath.OCI)).ifPresent(vault::reachedBy);
    PipelineConfig config =
        new PipelineReader(interpolation.apply(), workingDirectory, problems).read();
    return new ParsedPipeline(config, secrets, values, () -> parse(source, text, overrides, vault));
  }

  /** How it is reached; empty if the section is wrong, which its reader tells. */
  private Optional<OciAccess> oracleCloud(Node.Fields section) {
    Problems toldLater = Problems.untold();
    Values values = new Values(section, toldLater);
    return new OciReader(values, workingDirectory, toldLater)
        .read()
        .filter(config -> toldLater.isEmpty())
        .map(OciConfig::access);
  }

  /** The overrides for this pipeline, whose name may be overridden and interpolated itself. */
  private List<String> meant(Node.Fields tree, List<String> overrides) {
    ScopedOverrides scoped = new ScopedOverrides(overrides);
    if (scoped.names().isEmpty()) {
      return overrides;
    }
    Problems toldLater = Problems.untold();
    Node.Fields named = new Overrides(toldLater).apply(tree, scoped.general());
    Secrets secrets = new Secrets();
    ExternalValues values =
        new ExternalValues(
            environment, new SecretFiles(workingDirectory), new VaultReader(vaults), secrets);
    return new Interpolation(named, values, secrets, toldLater)
        .only(Keys.NAME.path())
        .find(List.of(Keys.NAME.path()))
        .filter(Node.Scalar.class::isInstance)
        .map(name -> scoped.of(((Node.Scalar) name).text()))
        .orElse(scoped.general());
  }
}
