package io.alluvium.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLineEncoderTest {
  @TempDir private Path directory;
  private final LoggerContext context = new LoggerContext();

  private Logger logger() {
    context.setMDCAdapter(new LogbackMDCAdapter());
    new LogSetup(context, directory).toFile("run", LogFormat.JSON);
    return context.getLogger("io.alluvium.Some");
  }

  private JsonNode written() throws Exception {
    List<String> lines = Files.readAllLines(directory.resolve("run.log"));
    assertThat(lines).hasSize(1);
    return new ObjectMapper().readTree(lines.get(0));
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  @Test
  void pairsAreFieldsOfTheirTypes() throws Exception {
    // Given
    Logger logger = logger();

    // When
    logger
        .atInfo()
        .addKeyValue("partition", 3)
        .addKeyValue("table", "a \"b\"")
        .addKeyValue("durable", true)
        .addKeyValue("message", "not the message")
        .addKeyValue("nothing", (Object) null)
        .log("line one\nline two of {}", "tfl");

    // Then
    JsonNode line = written();
    assertThat(line.get("partition").intValue()).isEqualTo(3);
    assertThat(line.get("table").textValue()).isEqualTo("a \"b\"");
    assertThat(line.get("durable").booleanValue()).isTrue();
    assertThat(line.get("message").textValue()).isEqualTo("line one\nline two of tfl");
    assertThat(line.get("message_").textValue()).isEqualTo("not the message");
    assertThat(line.get("nothing").textValue()).isEqualTo("null");
    assertThat(line.get("level").textValue()).isEqualTo("INFO");
    assertThat(line.get("logger").textValue()).isEqualTo("io.alluvium.Some");
    assertThat(line.get("thread").textValue()).isEqualTo(Thread.currentThread().getName());
    assertThat(line.get("time").textValue()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
  }

  @Test
  void whatWasThrownIsInTheSameLine() throws Exception {
    // Given
    Logger logger = logger();

    // When
    logger.error("failed", new IllegalStateException("why", new java.io.IOException("the cause")));

    // Then
    JsonNode line = written();
    assertThat(line.get("error").textValue()).isEqualTo("java.lang.IllegalStateException: why");
    assertThat(line.get("stack").textValue())
        .contains("Caused by: java.io.IOException: the cause")
        .contains("JsonLineEncoderTest.java");
  }
}
