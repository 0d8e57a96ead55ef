package io.alluvium.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.fail;

import io.alluvium.error.ExitCode;
import io.alluvium.error.UserException;
import io.alluvium.oci.OciAccess;
import io.alluvium.oci.OciServer;
import io.alluvium.oci.OciUser;
import io.alluvium.oci.vault.FakeVault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values from files and from Vault: what they mean, and that nobody gets to see them. */
class SecretValuesTest {
  private static final String TOKEN = "ocid1.vaultsecret.oc1..token";
  private static final String JAAS =
      "kafka.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required"
          + " username=\"u\" password=\"${vault:"
          + TOKEN
          + "}\";";

  @TempDir Path directory;
  private OciServer server;
  private FakeVault vault;
  private OciAccess access;
  private PipelineParser parser;

  @BeforeEach
  void start() {
    OciUser user = OciUser.create();
    server = OciServer.start(user);
    vault = FakeVault.on(server).put(TOKEN, "hunter2");
    access = user.access(directory, server);
    parser = new PipelineParser(Map.<String, String>of()::get, directory);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String yaml(String oci) {
    return BadCase.GOOD
        + "oci: {config-file: '%s', endpoints: {secrets: '%s'}%s}\n"
            .formatted(access.configFile(), server.endpoint(), oci);
  }

  private ParsedPipeline parse(String... overrides) {
    String login = "security.protocol: SASL_SSL\n  sasl.mechanism: PLAIN\n  bootstrap.servers:";
    String yaml = yaml("");
    return parser.parse(
        "p.yaml",
        List.of(overrides).contains(JAAS) ? yaml.replace("bootstrap.servers:", login) : yaml,
        List.of(overrides));
  }

  private UserException refusal(String... overrides) {
    return catchThrowableOfType(UserException.class, () -> parse(overrides));
  }

  @Test
  void vaultFilesAndPropertiesAreReadWhereverAValueMayStand() throws IOException {
    // Given
    Path whole = Files.writeString(directory.resolve("whole"), " two lines\nof text\n");
    Path properties = Files.writeString(directory.resolve("some.properties"), "a=1\nb.c = x y\n");

    // When
    PipelineConfig config =
        parse(
                "kafka.client.id=${FILE:" + whole + "}",
                "kafka.client.rack=${FILE:" + properties + ":b.c}",
                "kafka.my.plugin=${FILE:whole}-${vault:" + TOKEN + "}",
                "source.topic=${vault:" + TOKEN + "}")
            .config();

    // Then
    assertThat(config.kafka())
        .containsEntry("client.id", " two lines\nof text")
        .containsEntry("client.rack", "x y")
        .containsEntry("my.plugin", " two lines\nof text-hunter2");
    assertThat(config.source().topic()).isEqualTo("hunter2");
    assertThat(server.requests()).as("one secret, asked for once").hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "a\"b", "back\\slash", "\\\"", "${ENV:X}", "$1;{}", "ümlaut"})
  void kafkaReadsAnyPasswordOutOfItsQuotes(String password) {
    // Given
    vault.put(TOKEN, password);

    // When
    String jaas = parse(JAAS).config().kafka().get("sasl.jaas.config");

    // Then
    Object read =
        JaasContext.loadClientContext(Map.of("sasl.jaas.config", new Password(jaas)))
            .configurationEntries()
            .get(0)
            .getOptions()
            .get("password");
    assertThat(read).isEqualTo(password);
  }

  @Test
  void nothingShowsThem() throws IOException {
    // Given
    Files.writeString(directory.resolve("name"), "fileword");
    ParsedPipeline parsed =
        parse(
            JAAS,
            "kafka.client.id=x-${vault:" + TOKEN + "}",
            "source.topic=${FILE:name}",
            "silver.table=t_${FILE:name}");

    // When
    String shown =
        parsed.effectiveYaml()
            + parsed.config()
            + new Node.Scalar("hunter2", "${vault:…}", Location.override("x"));

    // Then
    assertThat(parsed.config().kafka().get("client.id")).isEqualTo("x-hunter2");
    assertThat(parsed.effectiveYaml()).doesNotContain("fileword");
    assertThat(shown).doesNotContain("hunter2");
  }

  @Test
  void problemsDontTellThem() {
    // Given
    String[] wrong = {
      "bronze.path=s3://${vault:" + TOKEN + "}",
      "silver.flush-interval=${vault:" + TOKEN + "}",
      "kafka.max.poll.records=${vault:" + TOKEN + "}",
      "silver.key=[${vault:" + TOKEN + "}]",
      "bronze.columns.x=${vault:" + TOKEN + "}",
      "silver.columns.y={copy: '${vault:" + TOKEN + "}'}",
      "silver.delete-when=${vault:" + TOKEN + "} = 1",
      "source.start=${vault:" + TOKEN + "}",
    };

    // When
    UserException refused = refusal(wrong);

    // Then
    assertThat(refused.why().lines().count()).isGreaterThan(6);
    assertThat(refused.getMessage()).doesNotContain("hunter2");
  }

  @Test
  void aSecretThatMayNotBeReadIsAProblemAtItsLine() {
    // Given
    String override = "kafka.ssl.key.password=${vault:ocid1.vaultsecret.oc1..other}";

    // When
    UserException refused = refusal(override);

    // Then
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.why())
        .startsWith("--set kafka.ssl.key.password: secret ocid1.vaultsecret.oc1..other can't be")
        .contains("read secret-bundles");
  }

  @Test
  void aFileThatIsntThereIsAProblemAtItsLine() {
    // Given
    String override = "kafka.ssl.key.password=${FILE:/no/such/file}";

    // When
    UserException refused = refusal(override);

    // Then
    assertThat(refused.why())
        .contains("the file /no/such/file can't be read: there is no such file");
  }

  @Test
  void whatReachesVaultCantComeFromThere() {
    // Given
    String[] overrides = {"oci.profile=${name}", "name=${vault:" + TOKEN + "}"};

    // When
    UserException refused = refusal(overrides);

    // Then
    assertThat(refused.why()).contains("what is needed to reach Vault can't come from there");
  }

  @Test
  void withoutAnExpressionNobodyAsksVault() {
    // Given
    PipelineParser strict =
        new PipelineParser(name -> null, directory, access -> fail("asked for Vault"));

    // When
    PipelineConfig config = strict.parse("p.yaml", yaml(""), List.of()).config();

    // Then
    assertThat(config.name()).isEqualTo("p");
  }

  @Test
  void kafkasOwnProviderOfThatNameKeepsItsExpressions() {
    // Given
    String expression = "${vault:" + TOKEN + "}";

    // When
    PipelineConfig config =
        parse("kafka.config.providers=file, vault", "kafka.ssl.key.password=" + expression)
            .config();

    // Then
    assertThat(config.kafka()).containsEntry("ssl.key.password", expression);
  }

  @Test
  void aChangedSecretChangesKafkasSettingsAndNoOthers() {
    // Given
    LivePipeline live = new LivePipeline(parse(JAAS, "source.topic=topic-${vault:" + TOKEN + "}"));
    boolean before = live.renew();
    vault.put(TOKEN, "hunter3");

    // When
    boolean changed = live.renew();

    // Then
    assertThat(before).isFalse();
    assertThat(changed).isTrue();
    assertThat(live.current().kafka().get("sasl.jaas.config")).contains("\"hunter3\"");
    assertThat(live.current().source().topic()).isEqualTo("topic-hunter2");
    assertThat(live.renew()).as("nothing new").isFalse();
  }

  @Test
  void aVaultThatIsDownLeavesEverythingAsItIs() {
    // Given
    LivePipeline live = new LivePipeline(parse(JAAS));
    PipelineConfig config = live.current();
    server.close();

    // When
    boolean changed = live.renew();

    // Then
    assertThat(changed).isFalse();
    assertThat(live.current()).isSameAs(config);
  }

  @Test
  void aChangedFileThatDoesntDoLeavesEverythingAsItIs() throws IOException {
    // Given
    Path file = Files.writeString(directory.resolve("poll"), "100\n");
    LivePipeline live = new LivePipeline(parse("kafka.max.poll.records=${FILE:poll}"));
    Files.writeString(file, "many\n");

    // When
    boolean changed = live.renew();

    // Then
    assertThat(changed).isFalse();
    assertThat(live.current().kafka()).containsEntry("max.poll.records", "100");
  }

  @Test
  void aFileWithoutSecretsIsntLookedAt() {
    // Given
    // When
    boolean renewable = new LivePipeline(parse("kafka.client.id=plain")).isRenewable();

    // Then
    assertThat(renewable).isFalse();
  }
}
